/* Parts of the raw report that several files write, and the part with the graph. */
#ifndef RP_INSIDE_WRITER_REPORT_WRITER_H
#define RP_INSIDE_WRITER_REPORT_WRITER_H

#include "base/json.h"
#include "inside/engine/object_log.h"

#include <stdbool.h>
#include <stdint.h>

void rp_write_address (rp_json *json, const char *key, uint64_t address);
void rp_write_stack (rp_json *json, const char *key, uint32_t site); /* the call stack of SITE */
void rp_write_object (rp_json *json, const char *key, const rp_object *object);

/* graph_writer.c */
void rp_write_graph (rp_json *json);

#endif
