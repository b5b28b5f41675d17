/* From the raw report of a compiled program (JSON, "raceproof-raw/1": addresses and numbers) to the
 * report that people read. The program writes the one at its end; names and lines are found here,
 * outside of it. */
#ifndef RP_OUTSIDE_PROGRAM_REPORT_PROGRAM_REPORT_H
#define RP_OUTSIDE_PROGRAM_REPORT_PROGRAM_REPORT_H

#include "core/finding/describe.h"
#include "core/finding/suppress.h"
#include "outside/facts/facts.h"
#include "report/sources.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_program_style
{
  bool symbolize;
  const char *strip_prefix; /* of file names; NULL for none */
  bool all;                 /* no findings are folded */
  bool keeps_places;        /* of waiting tasks, as exploration has them: it looks for them here */
  rp_suppressions *suppressions;
} rp_program_style;

/* What the report itself has no place for. */
typedef struct rp_program_result
{
  int status;  /* the program's own exit status */
  int signal;  /* that ended it, or 0 */
  bool is_replaced; /* it called exec, and ended as another program */
  long pid;    /* it had, or 0 */
  char *graph; /* its computation graph for Graphviz, if it was asked for it */
  size_t graph_length;
  struct rp_symbols *symbols; /* has the names that the report borrows */
} rp_program_result;

/* After the report. */
void rp_program_result_clear (rp_program_result *result);

/* Fills REPORT from the file at PATH. False if it is not such a report; *WHY (the caller frees it)
 * then says what is wrong with it. */
bool rp_program_report_read (const char *path, const rp_program_style *style, rp_report *report,
                  rp_program_result *result, char **why);

/* ---- between the files of the reader ---- */

/* What reading one report needs. */
typedef struct rp_program_reader
{
  rp_describer describer; /* first */
  rp_facts facts;
  rp_report *report;
  rp_arena *arena; /* the report's */
  struct rp_symbols *symbols;
  bool symbolize, keeps_places;
  rp_suppressions *suppressions;
  rp_report suppressed; /* races that match: folded by themselves */
  rp_map described;     /* id -> its rp_task_ref */
  rp_map inside;        /* OpenMP: id -> an rp_fact_stack that is one of the task */
  rp_sources sources;   /* where directives are looked for */
} rp_program_reader;

/* Whose words the report takes. */
rp_words rp_program_words (const rp_program_reader *reader);

/* PLACE with a column that exists in its line. gfortran gives the end of a directive, but in the text that it
 * compiled, where the columns differ. So the column of a directive becomes that of its beginning. */
rp_place rp_program_place_in_line (rp_program_reader *reader, rp_place place);

/* The frames of STACK, without those of our own library and of the code that called main or a task's
 * function. */
uint32_t rp_program_frames (rp_program_reader *reader, const rp_fact_stack *stack,
                            rp_frame **frames);

/* The innermost frame of the program's own among the COUNT return addresses PCS; without a place if
 * there is none. */
rp_frame rp_program_stack_place (rp_program_reader *reader, const uint64_t *pcs, size_t count);

/* The same without innermost ones in headers of the system, such as C++'s containers, if there are
 * others. */
uint32_t rp_program_own_frames (rp_program_reader *reader, const rp_fact_stack *stack,
                                rp_frame **frames);

rp_task_ref rp_program_task (rp_program_reader *reader, uint32_t id);

/* Whether NAME is a counter of --coverage. The compiler adds these counters, so races on them do not count. */
bool rp_program_is_counter (const char *name);

void rp_program_add_races (rp_program_reader *reader);

/* Describes the object with the SIZE bytes at ADDRESS, which is OBJECT for the program. Returns how many of
 * the bytes belong to it, at least one: behind a variable there may be another. */
uint64_t rp_program_describe_object (rp_program_reader *reader, const rp_fact_object *object,
                                     uint64_t address, uint64_t size, rp_object_ref *found);
void rp_program_draw_graph (rp_program_reader *reader, FILE *out);
/* For rp_describer. OpenMP: the place of a task at a barrier is the directive of the region that it waits in. */
rp_place rp_program_wait_place (rp_describer *describer, const rp_wait_row *row, rp_place at);

void rp_program_add_stop (rp_program_reader *reader, rp_program_result *result);

#endif
