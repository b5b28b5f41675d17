/* The table of tasks: one row for every task of the run, with its creator, the place of its creation and the loop
 * iterators there. Rows stay when tasks end, because reports name tasks that ended long ago. */
#ifndef RP_CORE_EVENT_TASK_TABLE_H
#define RP_CORE_EVENT_TASK_TABLE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define RP_NO_TASK UINT32_MAX

typedef enum rp_task_kind
{
  RP_TASK_MAIN,
  RP_TASK_ASYNC,
  RP_TASK_CLOCKED_ASYNC,
  RP_TASK_FUTURE,
  RP_TASK_FORALL,
  RP_TASK_FORASYNC,
  RP_TASK_POST,
  RP_TASK_MESSAGE,
  RP_TASK_THREAD,    /* OpenMP: what a thread of a team does from barrier to barrier */
  RP_TASK_ITERATION, /* an iteration of a work-sharing loop; any thread of the team may get it */
  RP_TASK_DEFAULT_ITERATION, /* an ITERATION in a static schedule that the program leaves to the implementation: the loop
                              * has no schedule clause, or schedule(auto) */
  RP_TASK_UNCLEAR_ITERATION, /* an ITERATION; whether the loop has a schedule clause is not known */
  RP_TASK_DISTRIBUTED, /* an iteration of a `distribute` loop without a dist_schedule clause; any team may get it */
  RP_TASK_PART, /* a thread's iterations of a static loop; the loop may be divided differently from the first static
                 * loop of the phase (inside/openmp/reproducible.h) */
  RP_TASK_SECTION,
  RP_TASK_SINGLE,
  RP_TASK_EXPLICIT,  /* a task of a `task` construct */
  RP_TASK_TASKLOOP,
  RP_TASK_TEAM,
  RP_TASK_SIMD_ITERATION, /* not a task: an iteration of a simd loop; one task executes all of them */
  RP_TASK_INSTANCE, /* not a task: an instance of a statement, in a proof */
  RP_TASK_KINDS
} rp_task_kind;

typedef struct rp_task_row
{
  uint32_t parent;  /* RP_NO_TASK for main */
  uint32_t ordinal; /* how many tasks the parent had created before this one */
  uint32_t depth;
  uint32_t site;
  uint32_t kind;
  uint32_t note; /* where the front end keeps the iterators' values; 0: none */
  uint32_t host; /* of a unit of an OpenMP construct: the task whose thread executed it; else RP_NO_TASK */
  uint32_t jump; /* a shortcut to an ancestor; its length depends only on DEPTH (jump_below); for
                  * main, main itself */
} rp_task_row;

/* From row FIRST on, the number of a row is the row plus SHIFT, modulo 2^32. */
typedef struct rp_task_numbering
{
  uint32_t first, shift;
} rp_task_numbering;

/* Reports call a task by its number. Nearly always that is its row. A table may have numbers without a row, for
 * iterations that are no tasks, and rows without a number of their own, for loop tasks (core/detect/loop_steps.h). */
typedef struct rp_task_table
{
  RP_VEC (rp_task_row) rows;
  uint32_t shift; /* of the next row */
  RP_VEC (rp_task_numbering)
  numberings; /* sorted by FIRST; rows before the first one have SHIFT 0 */
} rp_task_table;

uint32_t rp_task_table_add (rp_task_table *table, uint32_t parent, uint32_t ordinal,
                            rp_task_kind kind, uint32_t site, uint32_t note);

/* rp_task_table_take_number takes the next number for something that has no row. rp_task_table_skip_number: the row
 * that was added last gave its number back, which the next task gets. rp_task_table_add_numbered adds a row with NUMBER,
 * which was taken before, and otherwise with the members of row LIKE, but with NOTE. */
static inline uint32_t
rp_task_table_take_number (rp_task_table *table)
{
  return (uint32_t) table->rows.count + table->shift++;
}

static inline void
rp_task_table_skip_number (rp_task_table *table)
{
  table->shift--;
}

uint32_t rp_task_table_add_numbered (rp_task_table *table, uint32_t like, uint32_t number,
                                     uint32_t note);

/* Returns the number of ROW. */
uint32_t rp_task_table_number (const rp_task_table *table, uint32_t row);
void rp_task_table_clear (rp_task_table *table);

/* Compares two tasks by the order in which a finish joins them: an ancestor before its descendants, later siblings
 * before earlier ones. If each child is drawn to the left of its parent, this order goes from right to left: the
 * joins of structured programs then never cross. The order is the same in every schedule. Returns a negative number if
 * A comes first, 0 if A is B, else a positive one. O(log depth). */
int rp_task_table_compare (const rp_task_table *table, uint32_t a, uint32_t b);

/* Returns the nearest common ancestor of A and B; a task is an ancestor of itself. */
uint32_t rp_task_table_ancestor (const rp_task_table *table, uint32_t a, uint32_t b);

const char *rp_task_kind_name (rp_task_kind kind);

/* Returns the first kind called NAME; RP_TASK_KINDS if there is none. */
rp_task_kind rp_task_kind_find (const char *name);
bool rp_task_kind_is_iteration (uint32_t kind);

#endif
