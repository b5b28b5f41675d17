#include "event/task_table.h"

#include "base/panic.h"

static const char *const kind_names[RP_TASK_KINDS]
  = { "main",    "async",         "clocked async", "future",    "forall",    "forasync",
      "post",    "actor message", "thread",        "iteration", "iteration", "iteration",
      "part",    "section",       "single",        "task",      "taskloop",  "team" };

const char *
rp_task_kind_name (rp_task_kind kind)
{
  RP_ASSERT (kind < RP_TASK_KINDS);
  return kind_names[kind];
}

bool
rp_task_kind_is_iteration (uint32_t kind)
{
  return kind == RP_TASK_ITERATION || kind == RP_TASK_DEFAULT_ITERATION
         || kind == RP_TASK_UNCLEAR_ITERATION;
}

uint32_t
rp_task_table_add (rp_task_table *table, uint32_t parent, uint32_t ordinal, rp_task_kind kind,
                   uint32_t site, uint32_t note)
{
  RP_ASSERT (table->rows.count < RP_NO_TASK);
  uint32_t depth = parent == RP_NO_TASK ? 0 : table->rows.items[parent].depth + 1;
  RP_VEC_PUSH (&table->rows,
               (rp_task_row) { parent, ordinal, depth, site, kind, note, RP_NO_TASK });
  return (uint32_t) table->rows.count - 1;
}

void
rp_task_table_clear (rp_task_table *table)
{
  RP_VEC_CLEAR (&table->rows);
}

/* Climbs both until they are siblings or one is reached by the other; *a and *b are then the
 * children of the common ancestor on either path, or equal. */
static void
climb (const rp_task_table *table, uint32_t *a, uint32_t *b)
{
  const rp_task_row *rows = table->rows.items;
  while (rows[*a].depth > rows[*b].depth)
    {
      if (rows[*a].parent == *b)
        {
          *a = *b;
          return;
        }
      *a = rows[*a].parent;
    }
  while (rows[*b].depth > rows[*a].depth)
    {
      if (rows[*b].parent == *a)
        {
          *b = *a;
          return;
        }
      *b = rows[*b].parent;
    }
  while (*a != *b && rows[*a].parent != rows[*b].parent)
    {
      *a = rows[*a].parent;
      *b = rows[*b].parent;
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
