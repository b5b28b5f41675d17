/* The parts of the raw report that its files share. */
#ifndef RP_HOOKS_RAW_REPORT_H
#define RP_HOOKS_RAW_REPORT_H

#include "base/json.h"
#include "hooks/object_log.h"

#include <stdint.h>

void rp_raw_write_address (rp_json *json, const char *key, uint64_t address);
void rp_raw_write_stack (rp_json *json, const char *key, uint32_t where);
void rp_raw_write_object (rp_json *json, const char *key, const rp_object *object);

/* raw_graph.c */
void rp_raw_write_graph (rp_json *json);

#endif
