/* OpenMP in the raw report: what its tasks, joins and sections are called. */
#ifndef RP_OUTSIDE_PROGRAM_REPORT_OPENMP_H
#define RP_OUTSIDE_PROGRAM_REPORT_OPENMP_H

#include "outside/program_report/program_report.h"

/* Called before everything else: whether the program is an OpenMP program, and what its run covers. */
void rp_program_openmp_begin (rp_program_reader *reader);
void rp_program_openmp_end (rp_program_reader *reader);

/* Names TASK, of the row ROW, and finds the directive that it belongs to. */
void rp_program_openmp_name (rp_program_reader *reader, const rp_fact_task *row, rp_task_ref *task);

/* The parent of the task of ROW, for a reader. Which thread executes a part of a construct is the schedule's
 * choice, so the thread is not the parent. */
uint32_t rp_program_openmp_parent (rp_program_reader *reader, const rp_fact_task *row);

/* No two different tasks of FINDING have the same name. */
void rp_program_openmp_tell_apart (rp_finding *finding);

/* Where both sides of a race come together. */
void rp_program_openmp_join (rp_program_reader *reader, const rp_fact_join *join, rp_order *order);

/* The directive of the innermost parallel region that the task ID is a part of, or was created in. A wait for its
 * end has no line of its own. */
rp_place rp_program_openmp_region (rp_program_reader *reader, uint32_t id);

/* The sections that SIDE was in. openmp_sections.c */
void rp_program_openmp_describe_sections (rp_program_reader *reader, const rp_fact_side *side,
                                          rp_access_ref *access);

/* The sides of a race inside of a simd loop are iterations of it: ROW says which. */
void rp_program_openmp_name_simd (rp_program_reader *reader, const rp_fact_race *row,
                                  rp_finding *finding);

/* The directive of the loop that is at PLACE, on its line or on one of the next above it; else PLACE. */
rp_place rp_program_openmp_loop_directive (rp_program_reader *reader, rp_place place);

/* Whether the directive at PLACE has the word NAME, before its clauses. */
bool rp_program_openmp_has_name (rp_program_reader *reader, const rp_place *place,
                                 const char *name);

/* The loops whose schedule the verdict relies on become a part of its scope. */
void rp_program_openmp_add_scope (rp_program_reader *reader);

#endif
