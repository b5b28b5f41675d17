/* [Raman, Table 1]: the bags after each step of the program of figure 2, first iteration; and that
 * the race is found at the starred row. examples/raman_2.rp is the whole program. */
#include "base/strbuf.h"
#include "core/detect/espbags.h"
#include "core/runtime/runtime.h"
#include "test.h"

#include <stdlib.h>

enum
{
  TASKS = 4,
  B = 5 /* the location of B[0] */
};

/* A row of the table. Bags are given by their kind and members; where the paper has the owner in
 * the column's head, it is in the comment. Empty bags, and those that are not there yet, are left
 * out.
 */
typedef struct row
{
  int pc;
  const char *bags;
  int writer; /* of B[0]; 0: none */
} row;

static const row table[] = {
  { 1, "S{1}", 0 },                 /* S_T1 */
  { 4, "S{1}", 0 },                 /* S_T1 */
  { 7, "S{1} S{2}", 0 },            /* S_T1, S_T2 */
  { 8, "S{1} S{2}", 2 },            /* S_T1, S_T2 */
  { 14, "S{1} P{2}", 2 },           /* S_T1, P_F1 */
  { 15, "S{1} P{2}", 2 },           /* S_T1, P_F1 */
  { 16, "S{1} P{2} S{3}", 2 },      /* S_T1, P_F1, S_T3 */
  { 17, "S{1} P{2} S{3} S{4}", 2 }, /* S_T1, P_F1, S_T3, S_T4 */
  { 18, "S{1} P{2} S{3} S{4}", 4 }, /* the same; the race */
  { 19, "S{1} P{2} S{3} P{4}", 4 }, /* S_T1, P_F1, S_T3, P_T3 */
  { 21, "S{1} P{2} P{3,4}", 4 },    /* S_T1, P_F1, P_F2 */
  { 22, "S{1,3,4} P{2}", 4 },       /* S_T1, P_F1 */
};

static rp_bags bags;
static size_t steps, races;
static int pc; /* the statement that runs */

static uint32_t
root (uint32_t strand)
{
  while (bags.strands.items[strand].parent != strand)
    strand = bags.strands.items[strand].parent;
  return strand;
}

/* Tasks have one strand each here; T1 is main, task 0. */
static char *
describe_bags (void)
{
  rp_strbuf text = { 0 };
  for (uint32_t i = 1; i < bags.strands.count; i++)
    {
      bool is_first = true;
      for (uint32_t j = 1; j < i; j++)
        is_first &= root (j) != root (i);
      if (!is_first)
        continue;
      rp_strbuf_format (&text, "%s%c{%u", text.length ? " " : "",
                        bags.strands.items[root (i)].is_parallel ? 'P' : 'S',
                        bags.strands.items[i].task + 1);
      for (uint32_t j = i + 1; j < bags.strands.count; j++)
        if (root (j) == root (i))
          rp_strbuf_format (&text, ",%u", bags.strands.items[j].task + 1);
      rp_strbuf_add_char (&text, '}');
    }
  return text.text;
}

static int
writer_of_b (void)
{
  const rp_cell *cell = rp_shadow_cell (&bags.shadows[RP_ACCESS_PLAIN], (uint64_t) B << 3);
  uint32_t strand = cell->writer.strand & UINT32_MAX >> 1; /* the top bit is a mark */
  return strand ? (int) bags.strands.items[strand].task + 1 : 0;
}

/* Statement NUMBER has been executed. */
static void
after (int number)
{
  if (!CHECK (steps < sizeof table / sizeof *table))
    return;
  const row *expected = &table[steps++];
  char *now = describe_bags ();
  bool right = CHECK_INT (number, expected->pc);
  right &= CHECK_STR (now, expected->bags);
  right &= CHECK_INT (writer_of_b (), expected->writer);
  if (!right)
    test_note ("after statement %d", number);
  free (now);
}

/* T4's write in line 18, against T2's access in line 8. */
static void
found (void *context, const rp_bag_race *race)
{
  (void) context;
  races++;
  CHECK_INT (pc, 18);
  CHECK_INT (race->address >> 3, B);
  CHECK_INT (bags.strands.items[race->earlier_strand].task + 1, 2);
  CHECK_INT (bags.strands.items[race->later_strand].task + 1, 4);
  CHECK (race->certain && race->later_writes && race->earlier_site == 8 && race->later_site == 18);
}

static void
access_b (int line, bool is_write)
{
  pc = line;
  rp_bags_access_location (&bags, rp_current_strand (), B, 1, is_write, (uint32_t) line);
}

static void
t2 (void *unused)
{
  (void) unused;
  after (7);
  access_b (8, false);
  access_b (8, true);
  after (8);
}

static void
t4 (void *unused)
{
  (void) unused;
  after (17);
  access_b (18, true);
  after (18);
}

static void
t3 (void *unused)
{
  (void) unused;
  after (16);
  rp_async_at (t4, NULL, (rp_creation) { .kind = RP_TASK_ASYNC, .site = 17 });
  after (19);
}

static void
t1 (void *unused)
{
  (void) unused;
  after (1);
  rp_finish_begin_at (false, 4);
  after (4);
  rp_async_at (t2, NULL, (rp_creation) { .kind = RP_TASK_ASYNC, .site = 7 });
  after (14);
  rp_finish_begin_at (false, 15);
  after (15);
  rp_async_at (t3, NULL, (rp_creation) { .kind = RP_TASK_ASYNC, .site = 16 });
  after (21);
  rp_finish_end_at (15);
  after (22);
  rp_finish_end_at (4);
}

TEST (table_1)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_bags_init (&bags, found, NULL);
  rp_runtime *runtime = rp_runtime_new (&bags.observer, &policy.policy, 0);
  rp_runtime_run (runtime, t1, NULL, 1);
  CHECK_INT (rp_runtime_stop_info (runtime).stop, RP_STOP_NOT);
  CHECK_INT (rp_runtime_tasks (runtime)->rows.count, TASKS);
  CHECK_INT (steps, sizeof table / sizeof *table);
  CHECK (races > 0);
  rp_runtime_free (runtime);
  rp_bags_clear (&bags);
}
