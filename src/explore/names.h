/* Numbers for tasks. A task has the same number in every schedule. A task is named by its creator, and by how many
 * tasks the creator had created before. Rows of the task table would not do: they are in order of creation, which
 * differs between schedules.
 *
 * A number is given once for a whole exploration. Number 0 is main. */
#ifndef RP_EXPLORE_NAMES_H
#define RP_EXPLORE_NAMES_H

#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "core/event/task_table.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_task_name
{
  uint32_t parent, ordinal;
  uint64_t hash; /* hash of the path from main, the same in every process */
} rp_task_name;

typedef struct rp_task_names
{
  RP_VEC (rp_task_name) list;
  rp_map by_creation;        /* parent and ordinal -> number */
  RP_VEC (uint32_t) of_rows; /* for the current run: row of the task table -> number */
} rp_task_names;

void rp_task_names_init (rp_task_names *names);
void rp_task_names_clear (rp_task_names *names);

/* Returns the number of the task that PARENT created after ORDINAL other tasks. If the task has no number yet, gives it
 * one. */
uint32_t rp_task_names_find (rp_task_names *names, uint32_t parent, uint32_t ordinal);

/* rp_task_names_begin is called before each run. rp_task_names_of_row returns the number of the task in ROW of
 * the run's table. */
void rp_task_names_begin (rp_task_names *names);
uint32_t rp_task_names_of_row (rp_task_names *names, const rp_task_table *table, uint32_t row);

/* Returns the row of task NUMBER in the current or last run; RP_NO_TASK if it has none. */
uint32_t rp_task_names_row (const rp_task_names *names, uint32_t number);

/* Appends the path of the task from main down to OUT: "0", "0.2.1". */
void rp_task_names_write (const rp_task_names *names, uint32_t number, rp_strbuf *out);

/* Reads a path that rp_task_names_write has written, and stores the task's number in *NUMBER. Returns false if TEXT is
 * no path. */
bool rp_task_names_read (rp_task_names *names, const char *text, uint32_t *number);

#endif
