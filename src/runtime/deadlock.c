/* A state without a step in which some task has not ended: who waits for what. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "runtime/task.h"

/* "main" or "task 3". */
const char *
rp_deadlock_name (rp_arena *arena, const rp_task *task)
{
  return task->around ? rp_arena_format (arena, "task %u", task->strand.task) : "main";
}

static const char *
describe_isolated (rp_runtime *rt, const rp_task *task)
{
  const rp_section *section
    = rp_isolated_blocker (task, task->wait.objects, task->wait.object_count);
  if (!section)
    return "waits to enter an isolated section";
  if (task->handles && !task->sections)
    return rp_arena_format (&rt->messages, "waits for its actor, which is busy with task %u",
                            section->task->strand.task);
  return rp_arena_format (&rt->messages, "waits to enter an isolated section while %s is in one",
                          rp_deadlock_name (&rt->messages, section->task));
}

static const char *
describe_region (rp_runtime *rt, rp_task *task)
{
  const char *name = rp_region_name (rt, task->wait.region);
  const char *verb = task->wait.kind == RP_WAITS_AWAIT ? "await" : "ewait";
  const rp_owned *owned = rp_region_find (task, task->wait.region);
  if (!owned || !owned->tasks.count)
    return rp_arena_format (&rt->messages, "%s `%s`: it owns no task in this region", verb, name);
  for (size_t i = 0; i < owned->tasks.count; i++)
    if (owned->tasks.items[i]->state != RP_TASK_ENDED)
      return rp_arena_format (&rt->messages, "%s `%s`: waits for task %u", verb, name,
                              owned->tasks.items[i]->strand.task);
  return rp_arena_format (&rt->messages, "%s `%s`", verb, name);
}

static bool
is_awaited (const rp_task *task, const rp_task *other)
{
  if (!other->rt || other->state == RP_TASK_ENDED)
    return false;
  return task->wait.kind == RP_WAITS_SIBLINGS ? other->brood == task->wait.brood
                                              : other->around == task->finish;
}

/* "waits ... for task 3, task 4 and 2 more" */
static const char *
describe_awaited (rp_runtime *rt, const rp_task *task, const char *where)
{
  rp_strbuf text = { 0 };
  unsigned listed = 0;
  rp_strbuf_add (&text, where);
  for (size_t i = 0; i < rt->all.count; i++)
    {
      const rp_task *other = rt->all.items[i];
      if (!is_awaited (task, other))
        continue;
      if (listed++ < 4)
        rp_strbuf_format (&text, "%s task %u", listed > 1 ? "," : "", other->strand.task);
    }
  if (listed > 4)
    rp_strbuf_format (&text, " and %u more", listed - 4);
  const char *copy = rp_arena_copy (&rt->messages, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return copy;
}

static const char *
describe_finish (rp_runtime *rt, const rp_task *task)
{
  return describe_awaited (rt, task,
                           task->finish->outer ? "waits at the end of a finish for"
                                               : "waits at the end of the program for");
}

static const char *
describe_siblings (rp_runtime *rt, const rp_task *task)
{
  return describe_awaited (rt, task, "waits for its child tasks:");
}

static const char *
describe (rp_runtime *rt, rp_task *task)
{
  switch (task->wait.kind)
    {
    case RP_WAITS_FINISH:
      return describe_finish (rt, task);
    case RP_WAITS_AWAIT:
    case RP_WAITS_EWAIT:
      return describe_region (rt, task);
    case RP_WAITS_GET:
      if (task->wait.future == task->previous)
        return rp_arena_format (&rt->messages, "waits until the message before it is handled, task %u",
                                task->previous->strand.task);
      return rp_arena_format (&rt->messages, "waits for the future that task %u computes",
                              task->wait.future->strand.task);
    case RP_WAITS_ISOLATED:
      return describe_isolated (rt, task);
    case RP_WAITS_PHASE:
      return rp_phaser_missing (task->wait.phaser, task->wait.phase, &rt->messages);
    case RP_WAITS_TURN:
      return "waits for its turn in an ordered region";
    case RP_WAITS_SIBLINGS:
      return describe_siblings (rt, task);
    case RP_WAITS_PROMISE:
      return rp_promise_missing (task->wait.promise);
    case RP_WAITS_ASSUME:
    case RP_STANDS_BEFORE_ASSUME:
      return "assumes a condition that does not hold";
    case RP_WAITS_FOR_EVER:
      return "has failed";
    case RP_STANDS_AFTER_ACQUIRE:
    case RP_STANDS_BEFORE_ACCESS:
    case RP_WAITS_NOT:
      break;
    }
  RP_ASSERT (!"a blocked task waits for something");
  return "";
}

static int
compare_rows (const void *a, const void *b)
{
  const rp_wait_row *x = a, *y = b;
  return (x->task > y->task) - (x->task < y->task);
}

/* A task before a section, or before a condition, counts as ready while exploration has not picked
 * it. */
static bool
is_waiting (const rp_task *task)
{
  return task->state == RP_TASK_BLOCKED
         || (task->state == RP_TASK_READY
             && (task->wait.kind == RP_WAITS_ISOLATED
                 || task->wait.kind == RP_STANDS_BEFORE_ASSUME));
}

/* It waits to join one task of a region while it could join another. */
static bool
could_join (rp_task *task)
{
  const rp_owned *owned = rp_region_find (task, task->wait.region);
  return task->rt->policy->explores && owned && owned->unfinished < owned->tasks.count
         && (task->wait.kind == RP_WAITS_EWAIT
             || (task->wait.kind == RP_WAITS_AWAIT && owned->handlers));
}

void
rp_deadlock_describe (rp_runtime *rt)
{
  for (size_t i = 0; i < rt->all.count; i++)
    {
      rp_task *task = rt->all.items[i];
      if (!task->rt || !is_waiting (task))
        continue;
      rt->stop.is_avoidable |= could_join (task);
      RP_VEC_PUSH (&rt->waiting,
                   (rp_wait_row) { task->strand.task, task->wait.site, describe (rt, task) });
    }
  if (rt->waiting.count)
    qsort (rt->waiting.items, rt->waiting.count, sizeof *rt->waiting.items, compare_rows);
}
