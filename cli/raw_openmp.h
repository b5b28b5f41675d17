/* OpenMP in the raw report: what its tasks, joins and sections are called. */
#ifndef RP_CLI_RAW_OPENMP_H
#define RP_CLI_RAW_OPENMP_H

#include "raw.h"

/* Whether the program is one, and what its run covers. Before everything else. */
void rp_raw_openmp_begin (rp_raw *raw);
void rp_raw_openmp_end (rp_raw *raw);

/* Names TASK, of the row ROW, and finds the directive that it belongs to. */
void rp_raw_openmp_name (rp_raw *raw, const json_t *row, rp_task_ref *task);

/* Of the task of ROW, for a reader: who executes a part of a construct is the schedule's choice. */
uint32_t rp_raw_openmp_parent (rp_raw *raw, const json_t *row);

/* No two different tasks of FINDING have the same name. */
void rp_raw_openmp_tell_apart (rp_raw *raw, rp_finding *finding);

/* "iterations 3 and 7 of the loop at line 30" */
const char *rp_raw_openmp_pair (rp_raw *raw, const rp_access_ref *a, const rp_access_ref *b);

/* Where both sides of a race come together: JOIN is its field of that name. */
void rp_raw_openmp_join (rp_raw *raw, const json_t *join, rp_order *order);

/* The directive of the region whose end is waited for, if TEXT says that of a task; the call has no
 * line of its own. */
rp_place rp_raw_openmp_awaited_region (rp_raw *raw, const char *text);

/* "critical (name)", "lock `l`": what the field "locks" of SIDE names; NULL if there is nothing. */
const char *rp_raw_openmp_section (rp_raw *raw, const json_t *side);

/* TEXT of the runtime in the words of OpenMP: of a dependence, of a task that waits. */
const char *rp_raw_openmp_reword (rp_raw *raw, const char *text);

/* Notes where a static schedule would leave no race, and what to write for it. */
void rp_raw_openmp_note_schedules (rp_raw *raw);

/* The sides of a race inside of a simd loop are iterations of it: ROW says which. */
void rp_raw_openmp_name_simd (rp_raw *raw, const json_t *row, rp_finding *finding);

/* The directive of the loop that is at PLACE, on its line or on one of the next above it; else PLACE. */
rp_place rp_raw_openmp_loop_directive (rp_raw *raw, rp_place place);

/* Whether the directive at PLACE has the word NAME, before its clauses. */
bool rp_raw_openmp_has_name (rp_raw *raw, const rp_place *place, const char *name);

/* The loops whose schedule the verdict relies on become a part of its scope. */
void rp_raw_openmp_add_scope (rp_raw *raw);

#endif
