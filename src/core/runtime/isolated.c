/* Isolated sections [Nakade, Fig. 6.1]. A task can enter a section if no other task is in a section that excludes it:
 * canIsolate (C). The thesis only has the global section. Here there are also sections on objects. Two of them exclude
 * each other if their objects overlap. The global section excludes all sections except sections on the objects of
 * is_apart. */
#include "base/panic.h"
#include "core/runtime/task.h"

#include <string.h>

/* Returns whether OBJECTS are those of rp_range_is_apart; false for the global section. The objects of one section are
 * either all of them apart, or none. */
static bool
is_apart (const rp_range *objects, size_t count)
{
  return count && rp_range_is_apart (objects[0]);
}

bool
rp_isolated_excludes (const rp_section *section, const rp_range *objects, size_t count)
{
  if (!section->count || !count)
    return !is_apart (section->objects, section->count) && !is_apart (objects, count);
  for (size_t i = 0; i < section->count; i++)
    for (size_t j = 0; j < count; j++)
      if (rp_range_overlaps (section->objects[i], objects[j]))
        return true;
  return false;
}

const rp_section *
rp_isolated_blocker (const rp_task *task, const rp_range *objects, size_t count)
{
  const rp_runtime *rt = task->rt;
  for (size_t i = 0; i < rt->sections.count; i++)
    if (rt->sections.items[i].task != task && rp_isolated_excludes (&rt->sections.items[i], objects, count))
      return &rt->sections.items[i];
  return NULL;
}

static bool
covers (const rp_range *outer, const rp_range *inner)
{
  return outer->base <= inner->base && inner->base + inner->size <= outer->base + outer->size;
}

/* Returns whether a section on OBJECTS excludes more than the sections that TASK is already in. */
static bool
excludes_more (const rp_task *task, const rp_range *objects, size_t count)
{
  const rp_runtime *rt = task->rt;
  size_t covered = 0;
  for (size_t i = 0; i < rt->sections.count && task->sections; i++)
    if (rt->sections.items[i].task == task && !rt->sections.items[i].count)
      return is_apart (objects, count);
  for (size_t j = 0; j < count && task->sections; j++)
    for (size_t i = 0, found = 0; i < rt->sections.count && !found; i++)
      for (size_t k = 0; k < rt->sections.items[i].count && !found; k++)
        if (rt->sections.items[i].task == task
            && covers (&rt->sections.items[i].objects[k], &objects[j]))
          covered += found = 1;
  return !count || covered < count;
}

static void
begin (const rp_range *objects, size_t count, bool may_wait, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  rp_wait wait
    = { .kind = RP_WAITS_ISOLATED, .site = site, .objects = objects, .object_count = count };
  rp_sched_yield (task);
  if (rt->policy->explores && excludes_more (task, objects, count))
    rp_sched_stand (task, wait);
  while (rp_isolated_blocker (task, objects, count))
    {
      RP_VEC_PUSH (&rt->isolating, task);
      rp_sched_block (task, wait);
    }
  rp_section section = { .task = task, .count = count, .site = site };
  if (count)
    {
      section.objects = rp_malloc (count * sizeof *objects);
      memcpy (section.objects, objects, count * sizeof *objects);
    }
  RP_VEC_PUSH (&rt->sections, section);
  task->sections++;
  if (rt->observer->section_enter)
    rt->observer->section_enter (rt->observer, &task->strand, objects, count, may_wait, site);
  rt->observer->isolated_begin (rt->observer, &task->strand, objects, count, site);
  if (rt->stays.count)
    rp_stay_come_after (task, objects, count, site);
}

void
rp_isolated_begin_at (const rp_range *objects, size_t count, uint32_t site)
{
  begin (objects, count, true, site);
}

void
rp_isolated_begin_free_at (const rp_range *objects, size_t count, uint32_t site)
{
  begin (objects, count, false, site);
}

void
rp_isolated_commutes_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  if (!task->sections)
    rp_stop_misuse (site, "commutativity is declared outside any isolated section");
  if (observer->isolated_commutes)
    observer->isolated_commutes (observer, &task->strand, site);
}

/* Tells the observer that the section of TASK at PLACE ends. The observer expects sections to nest. So this function
 * also tells it that the sections that TASK entered later end, and begin again. No other task can enter them in
 * between. */
static void
tell_end (rp_task *task, size_t place, uint32_t site)
{
  rp_runtime *rt = task->rt;
  rp_observer *observer = rt->observer;
  for (size_t i = rt->sections.count; i-- > place;)
    if (rt->sections.items[i].task == task && !rt->sections.items[i].is_lent)
      observer->isolated_end (observer, &task->strand, site);
  for (size_t i = place + 1; i < rt->sections.count; i++)
    if (rt->sections.items[i].task == task && !rt->sections.items[i].is_lent)
      observer->isolated_begin (observer, &task->strand, rt->sections.items[i].objects,
                                rt->sections.items[i].count, rt->sections.items[i].site);
}

/* Returns how many sections TASK has entered after the section at PLACE and is still in. */
static size_t
count_later (const rp_task *task, size_t place)
{
  const rp_runtime *rt = task->rt;
  size_t later = 0;
  for (size_t i = place + 1; i < rt->sections.count; i++)
    later += rt->sections.items[i].task == task;
  return later;
}

/* Tells the observer that the sections that were lent to TASK move: to TASK or, if IS_LENT, back to the lender. Returns
 * whether any section moved. */
static bool
move_lent (rp_task *task, bool is_lent)
{
  rp_runtime *rt = task->rt;
  rp_observer *observer = rt->observer;
  bool has_some = false;
  if (!task->sections)
    return false;
  for (size_t i = 0; i < rt->sections.count; i++)
    {
      const rp_section *section = &rt->sections.items[i];
      if (section->task != task || !section->lender || section->is_lent == is_lent)
        continue;
      has_some = true;
      observer->isolated_end (observer, is_lent ? &task->strand : &section->lender->strand, 0);
    }
  for (size_t i = 0; i < rt->sections.count; i++)
    {
      rp_section *section = &rt->sections.items[i];
      if (section->task != task || !section->lender || section->is_lent == is_lent)
        continue;
      section->is_lent = is_lent;
      observer->isolated_begin (observer, is_lent ? &section->lender->strand : &task->strand,
                                section->objects, section->count, section->site);
    }
  return has_some;
}

bool
rp_guest_take_lent (void)
{
  return move_lent (rp_task_current (), false);
}

void
rp_guest_give_lent (void)
{
  move_lent (rp_task_current (), true);
}

static void
end_section (rp_task *task, size_t place, uint32_t site)
{
  rp_runtime *rt = task->rt;
  if (rt->sections.items[place].is_lent)
    move_lent (task, false);
  if (rt->observer->section_leave)
    rt->observer->section_leave (rt->observer, &task->strand, count_later (task, place));
  tell_end (task, place, site);
  rp_stay_leave (&rt->sections.items[place], site);
  free (rt->sections.items[place].objects);
  for (size_t i = place + 1; i < rt->sections.count; i++)
    rt->sections.items[i - 1] = rt->sections.items[i];
  rt->sections.count--;
  task->sections--;
  for (size_t i = rt->isolating.count; i-- > 0;)
    rp_sched_wake (rt->isolating.items[i]);
  rt->isolating.count = 0;
  rp_sched_yield (task);
}

/* Returns whether SECTION is the one in which its task handles a message of an actor. */
static bool
is_of_message (const rp_section *section)
{
  const rp_actor *actor = section->task->handles;
  return actor && section->count == 1 && section->objects[0].base == rp_actor_object (actor).base;
}

void
rp_isolated_end_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  size_t last = task->rt->sections.count;
  while (last > 0 && task->rt->sections.items[last - 1].task != task)
    last--;
  if (!last || is_of_message (&task->rt->sections.items[last - 1]))
    rp_stop_misuse (site, "end of an isolated section that this task has not begun");
  end_section (task, last - 1, site);
}

bool
rp_isolated_end_on_at (rp_range object, bool *is_last, uint32_t site)
{
  rp_task *task = rp_task_current ();
  const rp_section *sections = task->rt->sections.items;
  *is_last = true;
  for (size_t i = task->rt->sections.count; i-- > 0;)
    if (sections[i].task == task)
      {
        if (sections[i].count == 1 && sections[i].objects[0].base == object.base)
          {
            end_section (task, i, site);
            return true;
          }
        *is_last = false;
      }
  return false;
}

void
rp_isolated_set_of_thread (void)
{
  const rp_task *task = rp_task_current ();
  rp_section *sections = task->rt->sections.items;
  for (size_t i = task->rt->sections.count; i-- > 0;)
    if (sections[i].task == task)
      {
        sections[i].is_of_thread = true;
        return;
      }
}

/* Moves the section at PLACE of rt->sections to the task TO. rt->sections has the sections of each task in the order in
 * which the observer heard of them, so the section moves to the end of rt->sections. */
static void
pass_section (rp_runtime *rt, size_t place, rp_task *to)
{
  rp_section section = rt->sections.items[place];
  rp_observer *observer = rt->observer;
  if (observer->section_leave)
    observer->section_leave (observer, &section.task->strand, count_later (section.task, place));
  tell_end (section.task, place, 0);
  for (size_t i = place + 1; i < rt->sections.count; i++)
    rt->sections.items[i - 1] = rt->sections.items[i];
  section.task->sections--;
  section.task = to;
  to->sections++;
  RP_VEC_LAST (&rt->sections) = section;
  if (observer->section_enter)
    observer->section_enter (observer, &to->strand, section.objects, section.count, false,
                             section.site);
  observer->isolated_begin (observer, &to->strand, section.objects, section.count, section.site);
}

bool
rp_isolated_pass (rp_task *from, rp_task *to)
{
  rp_runtime *rt = from->rt;
  size_t passed = 0;
  move_lent (from, false);
  for (size_t i = 0; i + passed < rt->sections.count;)
    if (rt->sections.items[i].task == from && rt->sections.items[i].is_of_thread)
      {
        pass_section (rt, i, to);
        passed++;
      }
    else
      i++;
  return passed;
}

bool
rp_isolated_is_taken (const rp_range *objects, size_t count)
{
  return rp_isolated_blocker (rp_task_current (), objects, count);
}

bool
rp_isolated_holds (rp_range object)
{
  const rp_task *task = rp_task_current ();
  const rp_section *sections = task->rt->sections.items;
  for (size_t i = 0; i < task->rt->sections.count && task->sections; i++)
    if (sections[i].task == task && sections[i].count == 1 && sections[i].objects[0].base == object.base)
      return true;
  return false;
}

bool
rp_is_in_section (void)
{
  return rp_task_current ()->sections != 0;
}

/* Called when TASK ends. If TASK is in sections, keeps its structure: the sections stay taken, like a lock that is
 * never released. */
void
rp_isolated_abandon (rp_task *task)
{
  if (task->sections)
    task->references++;
}

void
rp_isolated_each_object (void (*found) (rp_range object, void *context), void *context)
{
  const rp_task *task = rp_task_current ();
  const rp_section *sections = task->rt->sections.items;
  for (size_t i = 0; i < task->rt->sections.count && task->sections; i++)
    for (size_t j = 0; sections[i].task == task && j < sections[i].count; j++)
      found (sections[i].objects[j], context);
}

void
rp_isolated_tell_end (rp_task *task, uint32_t site)
{
  const rp_runtime *rt = task->rt;
  rp_observer *observer = rt->observer;
  for (size_t i = 0; i < rt->sections.count && task->sections; i++)
    if (rt->sections.items[i].task == task && !rt->sections.items[i].is_lent)
      observer->isolated_end (observer, &task->strand, site);
}

void
rp_isolated_hand_over (rp_task *from, rp_task *to)
{
  rp_runtime *rt = from->rt;
  rp_observer *observer = rt->observer;
  if (!from->sections)
    return;
  if (observer->section_move)
    observer->section_move (observer, &from->strand, &to->strand, false);
  rp_isolated_tell_end (from, 0);
  for (size_t i = 0; i < rt->sections.count; i++)
    if (rt->sections.items[i].task == from)
      {
        rp_section *section = &rt->sections.items[i];
        section->task = to;
        if (!section->is_lent)
          observer->isolated_begin (observer, &to->strand, section->objects, section->count,
                                    section->site);
        section->lender = NULL;
        section->is_lent = false;
      }
  to->sections += from->sections;
  from->sections = 0;
}

void
rp_isolated_lend (rp_task *from, rp_task *to)
{
  rp_runtime *rt = from->rt;
  if (!from->sections)
    return;
  move_lent (from, false);
  if (rt->observer->section_move)
    rt->observer->section_move (rt->observer, &from->strand, &to->strand, false);
  for (size_t i = 0; i < rt->sections.count; i++)
    if (rt->sections.items[i].task == from)
      {
        rt->sections.items[i].lender = from;
        rt->sections.items[i].is_lent = true;
        rt->sections.items[i].task = to;
      }
  to->sections += from->sections;
  from->sections = 0;
}
