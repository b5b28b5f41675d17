/* The parts of the raw report that its files share. */
#ifndef RP_HOOKS_RAW_REPORT_H
#define RP_HOOKS_RAW_REPORT_H

#include "base/json.h"
#include "hooks/object_log.h"

#include <stdbool.h>
#include <stdint.h>

void rp_raw_write_address (rp_json *json, const char *key, uint64_t address);
void rp_raw_write_stack (rp_json *json, const char *key, uint32_t where);
void rp_raw_write_object (rp_json *json, const char *key, const rp_object *object);

/* Of the OpenMP library, where a program has it: that it is there, and what the run covers; the construct that
 * waits at SITE; whether a section on the object at ADDRESS is that of a lock of <omp.h>. */
__attribute__ ((weak)) void rp_omp_write_coverage (rp_json *json);
__attribute__ ((weak)) const char *rp_omp_construct_at (uint32_t site);
__attribute__ ((weak)) bool rp_omp_is_lock (uintptr_t address);

/* Of the OpenMP library, too: whether ADDRESS is in what one of its threads has as its own. */
__attribute__ ((weak)) bool rp_omp_find_thread_local (uintptr_t address, rp_thread_local *found);

/* raw_graph.c */
void rp_raw_write_graph (rp_json *json);

#endif
