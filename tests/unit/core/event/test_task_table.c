/* The task table: order of joins and common ancestors, against paths written out. */
#include "base/rng.h"
#include "core/event/task_table.h"
#include "test.h"

enum
{
  TASKS = 300,
  DEEPEST = TASKS
};

typedef struct path
{
  uint32_t length, ordinals[DEEPEST], tasks[DEEPEST + 1]; /* tasks[0] is main */
} path;

static path
path_of (const rp_task_table *table, uint32_t task)
{
  path p = { 0 };
  for (uint32_t t = task; table->rows.items[t].parent != RP_NO_TASK;
       t = table->rows.items[t].parent)
    p.length++;
  uint32_t at = p.length;
  for (uint32_t t = task; at > 0; t = table->rows.items[t].parent)
    {
      p.tasks[at] = t;
      p.ordinals[--at] = table->rows.items[t].ordinal;
    }
  p.tasks[0] = 0;
  return p;
}

/* An ancestor before its descendants, later siblings before earlier ones. */
static int
compare_paths (const path *a, const path *b, uint32_t *ancestor)
{
  uint32_t i = 0;
  while (i < a->length && i < b->length && a->ordinals[i] == b->ordinals[i])
    i++;
  *ancestor = a->tasks[i];
  if (i == a->length || i == b->length)
    return a->length == b->length ? 0 : a->length < b->length ? -1 : 1;
  return a->ordinals[i] > b->ordinals[i] ? -1 : 1;
}

static int
sign (int number)
{
  return (number > 0) - (number < 0);
}

/* NEAR: parents are among the newest NEAR tasks, which makes deep trees. */
static rp_task_table
random_tree (uint64_t seed, uint32_t near)
{
  rp_rng rng = rp_rng_from_seed (seed);
  rp_task_table table = { 0 };
  uint32_t children[TASKS] = { 0 };
  CHECK_INT (rp_task_table_add (&table, RP_NO_TASK, 0, RP_TASK_MAIN, 0, 0), 0);
  for (uint32_t i = 1; i < TASKS; i++)
    {
      uint32_t back = 1 + (uint32_t) rp_rng_below (&rng, i < near ? i : near);
      uint32_t parent = i - back;
      CHECK_INT (rp_task_table_add (&table, parent, children[parent]++, RP_TASK_ASYNC, i, 0), i);
    }
  return table;
}

TEST (random_trees_against_paths)
{
  static const uint32_t shapes[] = { 1, 2, 4, 20, TASKS };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    {
      rp_task_table table = random_tree (s, shapes[s]);
      int wrong = 0;
      for (uint32_t a = 0; a < TASKS; a += 1 + a % 3)
        {
          path x = path_of (&table, a);
          CHECK_INT (table.rows.items[a].depth, x.length);
          for (uint32_t b = 0; b < TASKS; b++)
            {
              path y = path_of (&table, b);
              uint32_t ancestor;
              wrong
                += sign (rp_task_table_compare (&table, a, b)) != compare_paths (&x, &y, &ancestor);
              wrong += rp_task_table_ancestor (&table, a, b) != ancestor;
            }
        }
      if (!CHECK_INT (wrong, 0))
        test_note ("shape %u", shapes[s]);
      rp_task_table_clear (&table);
    }
}

/* Two chains below main: each question climbs all the way, and a million of them must not take a step for each level. */
TEST (deep_chains)
{
  enum
  {
    DEPTH = 100000,
    QUESTIONS = 1000000
  };
  rp_rng rng = rp_rng_from_seed (1);
  rp_task_table table = { 0 };
  rp_task_table_add (&table, RP_NO_TASK, 0, RP_TASK_MAIN, 0, 0);
  for (uint32_t i = 1; i <= 2 * DEPTH; i++) /* odd ones are the first chain */
    rp_task_table_add (&table, i <= 2 ? 0 : i - 2, i == 2, RP_TASK_ASYNC, 0, 0);
  int wrong = 0;
  for (int i = 0; i < QUESTIONS; i++)
    {
      uint32_t a = 1 + (uint32_t) rp_rng_below (&rng, 2 * DEPTH), b = 1 + (uint32_t) rp_rng_below (&rng, 2 * DEPTH);
      bool is_same_chain = a % 2 == b % 2;
      int expected = is_same_chain ? (a > b) - (a < b) : a % 2 ? 1 : -1;
      wrong += sign (rp_task_table_compare (&table, a, b)) != expected;
      wrong += rp_task_table_ancestor (&table, a, b) != (is_same_chain ? (a < b ? a : b) : 0);
    }
  CHECK_INT (wrong, 0);
  rp_task_table_clear (&table);
}

TEST (a_small_family)
{
  rp_task_table table = { 0 };
  rp_task_table_add (&table, RP_NO_TASK, 0, RP_TASK_MAIN, 0, 0);
  rp_task_table_add (&table, 0, 0, RP_TASK_ASYNC, 0, 0);  /* 1: first child */
  rp_task_table_add (&table, 1, 0, RP_TASK_FUTURE, 0, 0); /* 2: its child */
  rp_task_table_add (&table, 0, 1, RP_TASK_POST, 0, 0);   /* 3: second child */
  CHECK (rp_task_table_compare (&table, 0, 1) < 0);
  CHECK (rp_task_table_compare (&table, 1, 2) < 0);
  CHECK (rp_task_table_compare (&table, 3, 1) < 0);
  CHECK (rp_task_table_compare (&table, 3, 2) < 0);
  CHECK (rp_task_table_compare (&table, 2, 3) > 0);
  CHECK_INT (rp_task_table_compare (&table, 2, 2), 0);
  CHECK_INT (rp_task_table_ancestor (&table, 2, 3), 0);
  CHECK_INT (rp_task_table_ancestor (&table, 2, 1), 1);
  CHECK_INT (rp_task_table_ancestor (&table, 2, 2), 2);
  rp_task_table_clear (&table);
  CHECK_INT (table.rows.count, 0);
}

TEST (kinds_have_names)
{
  CHECK_STR (rp_task_kind_name (RP_TASK_MAIN), "main");
  CHECK_STR (rp_task_kind_name (RP_TASK_CLOCKED_ASYNC), "clocked async");
  CHECK_STR (rp_task_kind_name (RP_TASK_POST), "post");
  CHECK_STR (rp_task_kind_name (RP_TASK_MESSAGE), "actor message");
}
