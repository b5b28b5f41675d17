/* Sections that a task is in at a barrier: a lock that is set before the barrier and unset after it. At the barrier the
 * task ends, and its code continues as another task, its heir (guest.c).
 *
 *   G1. No other task can enter the section meanwhile: the section's row in rt->sections stays. The row belongs first
 *       to the ended task, then to the heir.
 *   G2. For the observer, a section belongs to one task. So we tell the observer that the section ends before the
 *       barrier and begins again after it. Accesses on both sides are in the section.
 *   G3. Let A be a section that a task is in at the barrier. Let B be a section that A excludes, entered by a task that
 *       begins after the barrier. In every schedule, B begins after A has ended. Turns (turns.c) tell the observer of
 *       this order: turn 0 ends with A, and the task of B waits for turn 1.
 *   G4. In exploration, another task may try to enter the section while the task in the section waits at the barrier.
 *       This can be a deadlock. To let the policy try this order, the task in the section stands once before the
 *       barrier. */
#include "base/vec.h"
#include "core/runtime/task.h"

void
rp_stay_begin (rp_task *task)
{
  if (!task->sections)
    return;
  if (task->rt->policy->explores)
    rp_sched_stand (task, (rp_wait) { .kind = RP_WAITS_NOT });
  rp_isolated_tell_end (task, 0);
}

void
rp_stay_inherit (rp_task *from, rp_task *to)
{
  rp_runtime *rt = from->rt;
  if (rt->observer->section_move)
    rt->observer->section_move (rt->observer, &from->strand, &to->strand, true);
  for (size_t i = 0; i < rt->sections.count; i++)
    if (rt->sections.items[i].task == from)
      rt->sections.items[i].task = to;
  to->sections = from->sections;
  from->sections = 0;
  rp_task_unref (from); /* drops the reference that rp_isolated_abandon has taken */
}

static void
add_stay (rp_runtime *rt, rp_section *section, const rp_finish *around)
{
  rp_stay stay = { .around = around, .release = rp_turns_new () };
  section->release = stay.release;
  for (size_t i = 0; i < section->count; i++)
    RP_VEC_PUSH (&stay.objects, section->objects[i]);
  RP_VEC_PUSH (&rt->stays, stay);
}

void
rp_stay_go_on (rp_task *task)
{
  rp_runtime *rt = task->rt;
  for (size_t i = 0; i < rt->sections.count && task->sections; i++)
    {
      rp_section *section = &rt->sections.items[i];
      if (section->task != task)
        continue;
      add_stay (rt, section, task->around);
      rt->observer->isolated_begin (rt->observer, &task->strand, section->objects, section->count,
                                    section->site);
    }
}

static rp_stay *
stay_of (const rp_runtime *rt, const rp_turns *release)
{
  for (size_t i = 0; i < rt->stays.count; i++)
    if (rt->stays.items[i].release == release)
      return &rt->stays.items[i];
  return NULL;
}

void
rp_stay_leave (rp_section *section, uint32_t site)
{
  rp_stay *stay = section->release ? stay_of (section->task->rt, section->release) : NULL;
  if (!stay)
    return;
  stay->has_ended = true;
  rp_turn_end_at (stay->release, 0, true, site);
}

static bool
is_in (const rp_task *task, const rp_finish *around)
{
  const rp_finish *finish = task->finish;
  while (finish && finish != around)
    finish = finish->outer;
  return finish;
}

/* TASK has entered a section B on OBJECTS. Orders TASK after each ended section A of G3 that excludes B. The wait may
 * run other tasks, which may drop stays; therefore the loop counts down and checks the index. */
void
rp_stay_come_after (const rp_task *task, const rp_range *objects, size_t count, uint32_t site)
{
  const rp_runtime *rt = task->rt;
  for (size_t i = rt->stays.count; i-- > 0;)
    {
      if (i >= rt->stays.count)
        continue;
      const rp_stay *stay = &rt->stays.items[i];
      rp_section section = { .objects = stay->objects.items, .count = stay->objects.count };
      if (stay->has_ended && is_in (task, stay->around)
          && rp_isolated_excludes (&section, objects, count))
        rp_turn_wait_at (stay->release, 1, site);
    }
}

void
rp_stays_drop (rp_runtime *rt, const rp_finish *around, rp_task *owner)
{
  size_t kept = 0;
  for (size_t i = 0; i < rt->stays.count; i++)
    {
      rp_stay *stay = &rt->stays.items[i];
      if (around && stay->around != around)
        {
          rt->stays.items[kept++] = *stay;
          continue;
        }
      rp_turns_drop (stay->release, owner);
      RP_VEC_CLEAR (&stay->objects);
    }
  rt->stays.count = kept;
}
