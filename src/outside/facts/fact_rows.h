/* Shared by the files of the reader of facts: functions for rows of lists, and for values that several kinds
 * of rows have. */
#ifndef RP_OUTSIDE_FACTS_FACT_ROWS_H
#define RP_OUTSIDE_FACTS_FACT_ROWS_H

#include "outside/facts/fact_values.h"
#include "outside/facts/facts.h"

#define RP_FACT_MAX_NUMBER ((uint64_t) INT64_MAX) /* JSON's numbers are signed here */
#define RP_FACT_MAX_ROWS ((uint32_t) 1 << 28)

/* Reads one row of a list into an element of the array that is made of it. */
typedef void rp_fact_read_row (rp_fact_reader *reader, const json_t *row, void *element);

/* The objects of the list KEY, each read by READ into an element of SIZE bytes. */
void *rp_fact_rows (rp_fact_reader *reader, const json_t *object, const char *key, size_t size, rp_fact_read_row *read,
                    uint32_t *count);

rp_fact_stack rp_fact_read_stack (rp_fact_reader *reader, const json_t *object, const char *key);
rp_fact_read_row rp_fact_read_object; /* an rp_fact_object */

rp_fact_graph *rp_fact_read_graph (rp_fact_reader *reader, const json_t *root);

#endif
