#include "core/event/task_table.h"

#include "base/panic.h"
#include "base/sorted.h"

#include <string.h>

static const char *const kind_names[RP_TASK_KINDS]
  = { "main",    "async",         "clocked async", "future",    "forall",    "forasync",
      "post",    "actor message", "thread",        "iteration", "iteration", "iteration",
      "distributed iteration", "part", "section",  "single",    "task",      "taskloop",
      "team",    "simd iteration", "instance" };

const char *
rp_task_kind_name (rp_task_kind kind)
{
  RP_ASSERT (kind < RP_TASK_KINDS);
  return kind_names[kind];
}

rp_task_kind
rp_task_kind_find (const char *name)
{
  int kind = 0;
  while (kind < RP_TASK_KINDS && strcmp (kind_names[kind], name))
    kind++;
  return (rp_task_kind) kind;
}

bool
rp_task_kind_is_iteration (uint32_t kind)
{
  return kind == RP_TASK_ITERATION || kind == RP_TASK_DEFAULT_ITERATION
         || kind == RP_TASK_UNCLEAR_ITERATION || kind == RP_TASK_DISTRIBUTED;
}

/* Returns `jump` for a child of PARENT. If the jump from PARENT to a task T is as long as the jump from T, the child's
 * jump leads to the end of T's jump. Otherwise it leads to PARENT. So any ancestor is O(log depth) jumps away
 * (skew-binary numbers). */
static uint32_t
jump_below (const rp_task_row *rows, uint32_t parent)
{
  uint32_t first = rows[parent].jump, second = rows[first].jump;
  bool are_equal = rows[parent].depth - rows[first].depth == rows[first].depth - rows[second].depth;
  return are_equal ? second : parent;
}

/* Returns the shift of the last row. */
static uint32_t
last_shift (const rp_task_table *table)
{
  return table->numberings.count ? RP_VEC_LAST (&table->numberings).shift : 0;
}

uint32_t
rp_task_table_add (rp_task_table *table, uint32_t parent, uint32_t ordinal, rp_task_kind kind,
                   uint32_t site, uint32_t note)
{
  RP_ASSERT (table->rows.count < RP_NO_TASK);
  uint32_t number = (uint32_t) table->rows.count;
  bool is_first = parent == RP_NO_TASK;
  uint32_t depth = is_first ? 0 : table->rows.items[parent].depth + 1;
  uint32_t jump = is_first ? number : jump_below (table->rows.items, parent);
  if (table->shift != last_shift (table))
    RP_VEC_PUSH (&table->numberings, (rp_task_numbering) { number, table->shift });
  RP_VEC_PUSH (&table->rows,
               (rp_task_row) { parent, ordinal, depth, site, kind, note, RP_NO_TASK, jump });
  return number;
}

uint32_t
rp_task_table_add_numbered (rp_task_table *table, uint32_t like, uint32_t number, uint32_t note)
{
  rp_task_row row = table->rows.items[like];
  uint32_t shift = table->shift;
  table->shift = number - (uint32_t) table->rows.count;
  uint32_t added = rp_task_table_add (table, row.parent, row.ordinal, row.kind, row.site, note);
  table->rows.items[added].host = row.host;
  table->shift = shift - 1;
  return added;
}

uint32_t
rp_task_table_number (const rp_task_table *table, uint32_t row)
{
  size_t count = RP_SORTED_BELOW (table->numberings.items, table->numberings.count, first, row + 1);
  return row + (count ? table->numberings.items[count - 1].shift : 0);
}

void
rp_task_table_clear (rp_task_table *table)
{
  RP_VEC_CLEAR (&table->rows);
  RP_VEC_CLEAR (&table->numberings);
  table->shift = 0;
}

/* Returns the ancestor of TASK at DEPTH; TASK itself if its depth is at most DEPTH. */
static uint32_t
ancestor_at (const rp_task_row *rows, uint32_t task, uint32_t depth)
{
  while (rows[task].depth > depth)
    task = rows[rows[task].jump].depth >= depth ? rows[task].jump : rows[task].parent;
  return task;
}

/* Replaces *A and *B by ancestors. If one is an ancestor of the other, both become this ancestor. Otherwise they become
 * two children of the nearest common ancestor. */
static void
climb (const rp_task_table *table, uint32_t *a, uint32_t *b)
{
  const rp_task_row *rows = table->rows.items;
  *a = ancestor_at (rows, *a, rows[*b].depth);
  *b = ancestor_at (rows, *b, rows[*a].depth);
  while (*a != *b && rows[*a].parent != rows[*b].parent)
    {
      bool is_below = rows[*a].jump != rows[*b].jump;
      *a = is_below ? rows[*a].jump : rows[*a].parent;
      *b = is_below ? rows[*b].jump : rows[*b].parent;
    }
}

int
rp_task_table_compare (const rp_task_table *table, uint32_t a, uint32_t b)
{
  if (a == b)
    return 0;
  const rp_task_row *rows = table->rows.items;
  bool a_is_higher = rows[a].depth < rows[b].depth;
  climb (table, &a, &b);
  if (a == b)
    return a_is_higher ? -1 : 1;
  return rows[a].ordinal > rows[b].ordinal ? -1 : 1;
}

uint32_t
rp_task_table_ancestor (const rp_task_table *table, uint32_t a, uint32_t b)
{
  climb (table, &a, &b);
  return a == b ? a : table->rows.items[a].parent;
}
