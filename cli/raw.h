/* From the raw report of a compiled program (JSON, "raceproof-raw/1": addresses and numbers) to the
 * report that people read. The program writes the one at its end; names and lines are found here,
 * outside of it. */
#ifndef RP_CLI_RAW_H
#define RP_CLI_RAW_H

#include "finding/suppress.h"
#include "report/sources.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_raw_style
{
  bool symbolize;
  const char *strip_prefix; /* of file names; NULL for none */
  bool all;                 /* no findings are folded */
  bool keeps_places;        /* of waiting tasks, as exploration has them: it looks for them here */
  rp_suppressions *suppressions;
} rp_raw_style;

/* What the report itself has no place for. */
typedef struct rp_raw_result
{
  int status;  /* the program's own exit status */
  int signal;  /* that ended it, or 0 */
  bool is_replaced; /* it called exec, and ended as another program */
  long pid;    /* it had, or 0 */
  char *graph; /* its computation graph for Graphviz, if it was asked for it */
  size_t graph_length;
  struct rp_symbols *symbols; /* has the names that the report borrows */
} rp_raw_result;

/* After the report. */
void rp_raw_result_clear (rp_raw_result *result);

/* Fills REPORT from the file at PATH. False if it is not such a report; *WHY (the caller frees it)
 * then says what is wrong with it. */
bool rp_raw_read (const char *path, const rp_raw_style *style, rp_report *report,
                  rp_raw_result *result, char **why);

/* ---- between the files of the reader ---- */

typedef struct rp_raw
{
  json_t *root;
  rp_report *report;
  rp_arena *arena; /* the report's */
  struct rp_symbols *symbols;
  bool symbolize, keeps_places;
  rp_suppressions *suppressions;
  rp_report suppressed; /* races that match: folded apart from the others */
  rp_map tasks;         /* id -> 1 + position in the array "tasks" */
  rp_map described;     /* id -> its rp_task_ref */
  rp_map inside;        /* OpenMP: id -> an array of return addresses that is a stack of the task */
  rp_sources sources;   /* where directives are looked for */
} rp_raw;

/* Fields of OBJECT; a missing one, or one of another type, is 0, "" or false. */
uint64_t rp_raw_number (const json_t *object, const char *key); /* also "0x12" */
const char *rp_raw_text (const json_t *object, const char *key);
bool rp_raw_flag (const json_t *object, const char *key);

/* PLACE with a column that its line has. gfortran gives the end of a directive, which is elsewhere in the text that it
 * compiled: that of a directive becomes its beginning. */
rp_place rp_raw_within (rp_raw *raw, rp_place place);

/* The frames of the array KEY of return addresses, without those of our own library and of what
 * called main or a task's function. */
uint32_t rp_raw_frames (rp_raw *raw, const json_t *object, const char *key, rp_frame **frames);

/* The innermost frame of the program's own among the COUNT return addresses PCS; without a place if
 * there is none. */
rp_frame rp_raw_stack_place (rp_raw *raw, const uint64_t *pcs, size_t count);

/* The same without innermost ones in headers of the system, such as C++'s containers, if there are
 * others. */
uint32_t rp_raw_own_frames (rp_raw *raw, const json_t *object, const char *key, rp_frame **frames);

rp_task_ref rp_raw_task (rp_raw *raw, uint32_t id);
const json_t *rp_raw_task_row (rp_raw *raw, uint32_t id); /* NULL: the report does not have it */

/* A place in a task: that of the array "stack" of OBJECT. */
rp_access_ref rp_raw_place (rp_raw *raw, uint32_t task, const json_t *object);

/* Whether NAME is a counter of --coverage: what the compiler adds does not race. */
bool rp_raw_is_counter (const char *name);

void rp_raw_add_races (rp_raw *raw);

/* The object with the SIZE bytes at ADDRESS, from the field "object" of a race. Returns how many of
 * the bytes it has, at least one: behind a variable there may be another. */
uint64_t rp_raw_describe_object (rp_raw *raw, const json_t *object, uint64_t address, uint64_t size,
                                 rp_finding *finding, const char **headline);
void rp_raw_draw (rp_raw *raw, FILE *out);
void rp_raw_add_stop (rp_raw *raw, rp_raw_result *result);

#endif
