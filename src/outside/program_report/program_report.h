/* Makes the report that people read from the raw report of a compiled program (JSON, "raceproof-raw/1": addresses and
 * numbers). The program writes the raw report at its end. The command adds names and lines from debug information. */
#ifndef RP_OUTSIDE_PROGRAM_REPORT_PROGRAM_REPORT_H
#define RP_OUTSIDE_PROGRAM_REPORT_PROGRAM_REPORT_H

#include "core/finding/describe.h"
#include "core/finding/suppress.h"
#include "outside/raw_report/reader.h"
#include "report/sources.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_program_style
{
  bool symbolize;
  const char *strip_prefix; /* prefix to remove from file names, or NULL */
  bool all;                 /* no findings are folded */
  bool keeps_places;        /* a task that waits for the end of a parallel region is reported at its wait, not at the
                             * region's directive: by this place exploration finds the deadlock again */
  rp_suppressions *suppressions;
} rp_program_style;

/* Results of a run that are not part of the report. */
typedef struct rp_program_result
{
  int status;  /* the program's own exit status */
  int signal;  /* the signal that ended the program, or 0 */
  bool is_replaced; /* the program called exec, and ended as another program */
  long pid;         /* process id, or 0 */
  char *graph;      /* the computation graph in Graphviz's language, if the user asked for it */
  size_t graph_length;
  struct rp_symbols *symbols; /* owns names that the report borrows */
} rp_program_result;

/* Called after the report was cleared, because the report borrows from RESULT. */
void rp_program_result_clear (rp_program_result *result);

/* Fills REPORT from the file at PATH. Returns false if it is not a valid raw report; *WHY, which the caller frees,
 * then says why. */
bool rp_program_report_read (const char *path, const rp_program_style *style, rp_report *report,
                  rp_program_result *result, char **why);

/* ---- between the files of the reader ---- */

/* The state of reading one report. */
typedef struct rp_program_reader
{
  rp_describer describer; /* must be the first member */
  rp_facts facts;
  rp_report *report;
  rp_arena *arena; /* the report's */
  struct rp_symbols *symbols;
  bool symbolize, keeps_places;
  rp_suppressions *suppressions;
  rp_report suppressed; /* the suppressed races, which are folded separately */
  rp_map described;     /* task -> its rp_task_ref */
  rp_map inside;        /* OpenMP: task -> an rp_fact_stack from inside the task */
  rp_sources sources;   /* texts in which directives are sought */
} rp_program_reader;

/* Returns the words that the report uses: those of OpenMP, or those of tasks. */
rp_words rp_program_words (const rp_program_reader *reader);

/* Returns PLACE, with a better column if PLACE is in a Fortran file: gfortran gives a directive the place of its end,
 * and counts columns in the rewritten text. In the line of a directive, the result has the column at which the
 * directive begins; in other lines, a column that exists in the line. */
rp_place rp_program_place_in_line (rp_program_reader *reader, rp_place place);

/* Stores the frames of STACK in *FRAMES and returns their number. Leaves out frames of raceproof's library and headers,
 * and the outermost frames that have no line, such as the C library's around main. If no frame has a line, the
 * outermost ones stay. */
uint32_t rp_program_frames (rp_program_reader *reader, const rp_fact_stack *stack,
                            rp_frame **frames);

/* Returns the innermost frame with a line in the program's own files, among the COUNT return addresses PCS. If
 * there is none: the innermost frame that has any line, else the innermost frame. Returns an empty frame if COUNT
 * is 0. */
rp_frame rp_program_stack_place (rp_program_reader *reader, const uint64_t *pcs, size_t count);

/* Stores the frames of rp_program_frames in *FRAMES and returns their number, without the innermost ones that are not
 * in the program's own files, such as those in headers of C++'s containers. If no frame has a line in the program's own
 * files, the result begins with the innermost frame that has any line. */
uint32_t rp_program_own_frames (rp_program_reader *reader, const rp_fact_stack *stack,
                                rp_frame **frames);

rp_task_ref rp_program_task (rp_program_reader *reader, uint32_t id);

/* Returns whether NAME is a counter of --coverage. The compiler adds these counters, so races on them do not
 * count. */
bool rp_program_is_counter (const char *name);

void rp_program_add_races (rp_program_reader *reader);

/* Describes the object with the SIZE bytes at ADDRESS in *FOUND. OBJECT has the facts that the program left about it.
 * Returns how many of the bytes belong to the object, at least one. The other bytes may belong to the next variable. */
uint64_t rp_program_describe_object (rp_program_reader *reader, const rp_fact_object *object,
                                     uint64_t address, uint64_t size, rp_object_ref *found);
void rp_program_draw_graph (rp_program_reader *reader, FILE *out);
/* A function of rp_describer: returns the place at which the task of ROW waits. The place is AT, with one exception: if
 * the task of an OpenMP program waits for the end of a parallel region, and keeps_places is not set, the place is the
 * region's directive, if that is found. */
rp_place rp_program_wait_place (rp_describer *describer, const rp_wait_row *row, rp_place at);

void rp_program_add_stop (rp_program_reader *reader, rp_program_result *result);

#endif
