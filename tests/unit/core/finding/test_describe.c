/* A tree of tasks, by number: the creator of task n is creators[n].
 *
 *          0
 *        1   5
 *      2  3
 *         4 */
#include "core/finding/describe.h"
#include "test.h"

static const uint32_t creators[] = { RP_NO_TASK, 0, 1, 1, 3, 0 };

static rp_task_ref
task (rp_describer *describer, uint32_t id)
{
  (void) describer;
  return (rp_task_ref) { .id = id };
}

static uint32_t
creator (rp_describer *describer, uint32_t id)
{
  (void) describer;
  return creators[id];
}

static rp_access_ref
place (rp_describer *describer, uint32_t site)
{
  (void) describer;
  return (rp_access_ref) { .at = { "f.c", site, 1, site, 2 } };
}

static rp_place
elsewhere (rp_describer *describer, const rp_wait_row *row, rp_place at)
{
  (void) describer;
  at.line += row->reason == RP_WAIT_FINISH ? 100 : 0;
  return at;
}

static rp_describer
describer_in (rp_arena *arena)
{
  return (rp_describer) { .arena = arena, .task = task, .creator = creator, .place = place };
}

TEST (an_access_has_all_creators)
{
  rp_arena arena = { 0 };
  rp_describer describer = describer_in (&arena);
  rp_access_ref access = rp_describe_access (&describer, 4, 7);
  CHECK_INT (access.task.id, 4);
  CHECK_INT (access.at.line, 7);
  CHECK_INT (access.ancestor_count, 3);
  CHECK_INT (access.ancestors[0].id, 3);
  CHECK_INT (access.ancestors[1].id, 1);
  CHECK_INT (access.ancestors[2].id, 0);
  CHECK_INT (rp_describe_access (&describer, 0, 1).ancestor_count, 0);
  rp_arena_clear (&arena);
}

TEST (paths_begin_below_the_common_task)
{
  static const struct
  {
    uint32_t later, earlier, ancestor, counts[2], first[2];
  } rows[] = {
    { 4, 2, 1, { 2, 1 }, { 3, 2 } }, { 2, 4, 1, { 1, 2 }, { 2, 3 } }, { 4, 5, 0, { 3, 1 }, { 1, 5 } },
    { 4, 3, 3, { 1, 0 }, { 4, 0 } }, { 0, 4, 0, { 0, 3 }, { 0, 1 } }, { 2, 2, 2, { 0, 0 }, { 0, 0 } },
  };
  rp_arena arena = { 0 };
  rp_describer describer = describer_in (&arena);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      rp_finding finding = { .access_count = 2 };
      finding.accesses[0] = rp_describe_access (&describer, rows[i].later, 1);
      finding.accesses[1] = rp_describe_access (&describer, rows[i].earlier, 1);
      const rp_order *order = rp_describe_order (&describer, &finding);
      CHECK_INT (order->ancestor.id, rows[i].ancestor);
      for (int side = 0; side < 2; side++)
        {
          uint32_t count = order->path_count[side];
          CHECK_INT (count, rows[i].counts[side]);
          if (!count)
            continue;
          CHECK_INT (order->paths[side][0].id, rows[i].first[side]);
          CHECK_INT (order->paths[side][count - 1].id, finding.accesses[side].task.id);
        }
    }
  rp_arena_clear (&arena);
}

TEST (kinds_name_the_earlier_first)
{
  CHECK_STR (rp_describe_kind (true, true), "write-write");
  CHECK_STR (rp_describe_kind (true, false), "write-read");
  CHECK_STR (rp_describe_kind (false, true), "read-write");
}

TEST (a_deadlock_is_shown_at_the_task_created_last)
{
  static const rp_wait_row rows[]
    = { { .task = 1, .site = 3, .reason = RP_WAIT_FINISH, .others = { 2, 3, 4, 5 }, .other_count = 9 },
        { .task = 4, .site = 6, .reason = RP_WAIT_PHASER, .others = { 1 }, .other_count = 1, .number = 8, .name = "p" } };
  rp_arena arena = { 0 };
  rp_describer describer = describer_in (&arena);
  describer.wait_place = elsewhere;
  rp_finding finding = rp_describe_deadlock (&describer, rows, 2);
  CHECK_INT (finding.rule, RP_RULE_DEADLOCK);
  CHECK_INT (finding.waiting_count, 2);
  CHECK_INT (finding.waiting[0].at.line, 103);
  CHECK_INT (finding.waiting[0].other_count, 9);
  CHECK_INT (finding.waiting[0].others[3].id, 5);
  CHECK_INT (finding.waiting[1].at.line, 6);
  CHECK_INT (finding.waiting[1].number, 8);
  CHECK_STR (finding.waiting[1].name, "p");
  CHECK_INT (finding.access_count, 1);
  CHECK_INT (finding.accesses[0].task.id, 4);
  CHECK_INT (finding.accesses[0].ancestor_count, 3);
  CHECK_INT (rp_describe_deadlock (&describer, rows, 0).access_count, 0);
  rp_arena_clear (&arena);
}
