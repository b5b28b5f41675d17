/* OpenMP in the raw report: names of tasks, joins and sections. */
#ifndef RP_OUTSIDE_PROGRAM_REPORT_OPENMP_H
#define RP_OUTSIDE_PROGRAM_REPORT_OPENMP_H

#include "outside/program_report/program_report.h"

/* Called before the other functions. If the program uses OpenMP, sets report->openmp, and collects stacks from
 * inside its tasks. */
void rp_program_openmp_begin (rp_program_reader *reader);
void rp_program_openmp_end (rp_program_reader *reader);

/* Sets the number of TASK, which ROW describes, and its place of creation: the directive that created TASK, or
 * whose construct TASK is a part of. If that directive is not found, the place stays. Does nothing if the program
 * does not use OpenMP, or if ROW is of a kind that OpenMP does not have. */
void rp_program_openmp_name (rp_program_reader *reader, const rp_fact_task *row, rp_task_ref *task);

/* Returns the task that reports name as the parent of ROW's task: 0, main, if no creator is known. If the task is a
 * part of a construct that a thread executes, such as an iteration, the result is not the thread but the thread's
 * parent: which thread executes the part is the schedule's choice. */
uint32_t rp_program_openmp_parent (rp_program_reader *reader, const rp_fact_task *row);

/* Changes the names of FINDING's tasks so that no two different tasks have the same name. */
void rp_program_openmp_distinguish_tasks (rp_finding *finding);

/* Sets order->meeting and order->met to the construct that joins both sides of a race. */
void rp_program_openmp_join (rp_program_reader *reader, const rp_fact_join *join, rp_order *order);

/* Returns the directive of the innermost parallel region that the task ID is a part of, or was created in; line 0
 * if the directive is not found. Reports name this directive as the place of a wait for the region's end, because
 * the end has no line of its own. */
rp_place rp_program_openmp_region (rp_program_reader *reader, uint32_t id);

/* Sets the sections of ACCESS: those in which SIDE was. In openmp_sections.c. */
void rp_program_openmp_describe_sections (rp_program_reader *reader, const rp_fact_side *side,
                                          rp_access_ref *access);

/* Names the two sides of FINDING, a race inside a simd loop, by the iterations in ROW. */
void rp_program_openmp_name_simd (rp_program_reader *reader, const rp_fact_race *row,
                                  rp_finding *finding);

/* Returns the directive of the loop at PLACE. The directive is on the same line or a few lines above. Returns PLACE
 * itself if there is none. */
rp_place rp_program_openmp_loop_directive (rp_program_reader *reader, rp_place place);

/* Returns whether the directive at PLACE has the word NAME before its first parenthesis. */
bool rp_program_openmp_has_name (rp_program_reader *reader, const rp_place *place,
                                 const char *name);

/* Adds two lists of loops to the scope of the verdict: loops in which iterations of one thread, or of one chunk, count
 * as ordered, and loops whose iterations are distributed among teams. */
void rp_program_openmp_add_scope (rp_program_reader *reader);

#endif
