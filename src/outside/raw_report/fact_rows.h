/* Helpers of the reader of facts: for the rows of lists, and for values that several kinds of rows have. */
#ifndef RP_OUTSIDE_RAW_REPORT_FACT_ROWS_H
#define RP_OUTSIDE_RAW_REPORT_FACT_ROWS_H

#include "outside/raw_report/fact_values.h"
#include "outside/raw_report/reader.h"

#define RP_FACT_MAX_NUMBER ((uint64_t) INT64_MAX) /* jansson's numbers are signed */
#define RP_FACT_MAX_ROWS ((uint32_t) 1 << 28)

/* Reads ROW of a list into ELEMENT of an array. */
typedef void rp_fact_read_row (rp_fact_reader *reader, const json_t *row, void *element);

/* Returns an array, in the reader's arena, with the objects of the list KEY of OBJECT. *COUNT becomes their number.
 * READ fills each element, which has SIZE bytes. After a mistake, the other elements stay zero. */
void *rp_fact_rows (rp_fact_reader *reader, const json_t *object, const char *key, size_t size, rp_fact_read_row *read,
                    uint32_t *count);

rp_fact_stack rp_fact_read_stack (rp_fact_reader *reader, const json_t *object, const char *key);
rp_fact_read_row rp_fact_read_object; /* into an rp_fact_object */

rp_fact_graph *rp_fact_read_graph (rp_fact_reader *reader, const json_t *root);

#endif
