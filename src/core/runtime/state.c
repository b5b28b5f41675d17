/* The runtime's part of a state: everything that decides how a run continues after a pick. These are the tasks, the
 * place at which each one waits, the tasks that it owns, the sections that are taken, and the phases of phasers.
 *
 * A name identifies a task. A finish is identified by its owner and its depth among the open finishes of the owner. An
 * ended task counts only if another task may still join it. The order of lists such as the ready list is left out: it
 * depends on the schedule, but the code between picks does not depend on this order, unless there is a race. */
#include "core/runtime/task.h"

enum
{
  TASK,
  SECTION,
  HELD,
  PHASER,
  ACTOR,
  PROMISE
};

static uint64_t
name_of (const rp_task *task)
{
  return task ? task->name : 0;
}

static void
add_finish (rp_digest *digest, const rp_finish *finish)
{
  uint64_t depth = 0;
  for (const rp_finish *f = finish; f && f->owner == finish->owner; f = f->outer)
    depth++;
  rp_digest_add (digest, finish ? name_of (finish->owner) : 0);
  rp_digest_add (digest, depth);
}

static void
add_objects (rp_digest *digest, const rp_range *objects, size_t count)
{
  rp_digest_add (digest, count);
  for (size_t i = 0; i < count; i++)
    {
      rp_digest_add (digest, objects[i].base);
      rp_digest_add (digest, objects[i].size);
    }
}

static uint64_t
site_state (const rp_runtime *rt, uint32_t site)
{
  return rt->site_state ? rt->site_state (site) : site;
}

void
rp_runtime_set_sites (rp_runtime *rt, uint64_t (*of_site) (uint32_t site))
{
  rt->site_state = of_site;
}

static void
add_wait (rp_digest *digest, const rp_runtime *rt, const rp_wait *wait)
{
  rp_digest_add (digest, wait->kind);
  rp_digest_add (digest, site_state (rt, wait->site));
  if (wait->kind == RP_WAITS_NOT)
    return;
  rp_digest_add (digest, wait->region);
  rp_digest_add (digest, wait->future ? name_of (wait->future) + 1 : 0);
  rp_digest_add (digest, wait->phaser ? rp_phaser_number (wait->phaser) + 1 : 0);
  rp_digest_add (digest, wait->phase);
  rp_digest_add (digest, wait->promise ? rp_promise_name (wait->promise) : 0);
  add_objects (digest, wait->objects, wait->object_count);
}

/* Adds the tasks of a region in order. Also adds what note_left_behind and rp_region_leave_behind depend on: for
 * each open finish F of OWNER, whether the region was awaited since F was opened, and which tasks an async left
 * behind in F. */
static void
add_owned (rp_digest *digest, const rp_task *owner, const rp_owned *owned)
{
  rp_digest_add (digest, owned->region);
  rp_digest_add (digest, owned->passed_on);
  rp_digest_add (digest, owned->tasks.count);
  for (size_t i = 0; i < owned->tasks.count; i++)
    rp_digest_add (digest, name_of (owned->tasks.items[i]));
  for (const rp_finish *f = owner->finish; f && f->owner == owner; f = f->outer)
    {
      rp_digest_add (digest, owned->awaited > f->opened);
      for (size_t i = 0; i < owned->tasks.count; i++)
        rp_digest_add (digest, owned->tasks.items[i]->left_in == f->opened);
    }
}

static void
add_registrations (rp_digest *digest, const rp_task *task)
{
  rp_digest_add (digest, task->phasers.count);
  for (size_t i = 0; i < task->phasers.count; i++)
    {
      const rp_registered *own = &task->phasers.items[i];
      rp_digest_add (digest, rp_phaser_number (own->phaser));
      rp_digest_add (digest, own->mode);
      rp_digest_add (digest, own->signalled);
      rp_digest_add (digest, own->waited);
    }
  rp_digest_add (digest, task->clock ? rp_phaser_number (task->clock) + 1 : 0);
}

/* Adds the permissions of TASK, in the order of rt->held. */
static void
add_permissions (rp_digest *digest, const rp_task *task)
{
  const rp_runtime *rt = task->rt;
  rp_digest_add (digest, task->permissions);
  for (size_t i = 0; i < rt->held.count && task->permissions; i++)
    if (rt->held.items[i].task == task)
      {
        add_objects (digest, &rt->held.items[i].object, 1);
        rp_digest_add (digest, site_state (rt, rt->held.items[i].site));
        rp_digest_add (digest, rt->held.items[i].writes);
      }
}

/* Returns whether a task may still join TASK, which has ended. The join at the end of the finish around TASK does not
 * count, because the finish gets no value from TASK. */
static bool
may_be_joined (const rp_task *task)
{
  return task->is_future || (task->region != RP_NO_REGION && !task->joined);
}

/* Returns whether TASK has ended and only its own code, which is about to leave its stack, still refers to it. */
static bool
is_gone (const rp_task *task)
{
  return task == task->rt->leaving && task->references == 1;
}

static rp_digest
task_state (const rp_task *task, rp_argument_state *argument_state)
{
  rp_digest digest = rp_digest_start (TASK);
  bool has_ended = task->state == RP_TASK_ENDED;
  rp_digest_add (&digest, task->name);
  rp_digest_add (&digest, task->state);
  rp_digest_add (&digest, task->region);
  rp_digest_add (&digest, name_of (task->owner));
  rp_digest_add (&digest, task->giver ? name_of (task->giver) + 1 : 0);
  rp_digest_add_digest (&digest, argument_state (task->argument, has_ended));
  if (has_ended)
    return digest;
  add_wait (&digest, task->rt, &task->wait);
  rp_digest_add (&digest, task->children);
  add_finish (&digest, task->around);
  add_finish (&digest, task->finish);
  add_registrations (&digest, task);
  add_permissions (&digest, task);
  rp_actor_add_sent (&digest, &task->sent);
  rp_digest_add (&digest, task->actors);
  rp_digest_add (&digest, task->promises);
  for (size_t i = 0; i < task->owned.count; i++)
    if (task->owned.items[i].tasks.count || task->owned.items[i].passed_on
        || task->owned.items[i].awaited)
      add_owned (&digest, task, &task->owned.items[i]);
  return digest;
}

/* Returns the digest of the section at PLACE. The digest includes the section's position among the sections of its
 * task, because these nest. The caller joins the digests of all sections without an order. */
static rp_digest
section_state (const rp_runtime *rt, size_t place)
{
  const rp_section *section = &rt->sections.items[place];
  rp_digest digest = rp_digest_start (SECTION);
  uint64_t depth = 0;
  for (size_t i = 0; i < place; i++)
    depth += rt->sections.items[i].task == section->task;
  rp_digest_add (&digest, name_of (section->task));
  rp_digest_add (&digest, depth);
  add_objects (&digest, section->objects, section->count);
  return digest;
}

/* Returns the digest of the permission at PLACE, including its position among the permissions of its task. */
static rp_digest
held_state (const rp_runtime *rt, size_t place)
{
  const rp_held *held = &rt->held.items[place];
  rp_digest digest = rp_digest_start (HELD);
  uint64_t before = 0;
  for (size_t i = 0; i < place; i++)
    before += rt->held.items[i].task == held->task;
  rp_digest_add (&digest, name_of (held->task));
  rp_digest_add (&digest, before);
  add_objects (&digest, &held->object, 1);
  rp_digest_add (&digest, site_state (rt, held->site));
  rp_digest_add (&digest, held->writes);
  return digest;
}

rp_digest
rp_runtime_state (const rp_runtime *rt, rp_argument_state *argument_state)
{
  rp_digest state = { { 0 } };
  for (size_t i = 0; i < rt->all.count; i++)
    {
      const rp_task *task = rt->all.items[i];
      if (task->rt && (task->state != RP_TASK_ENDED || may_be_joined (task)) && !is_gone (task))
        rp_digest_join (&state, task_state (task, argument_state));
    }
  for (size_t i = 0; i < rt->sections.count; i++)
    rp_digest_join (&state, section_state (rt, i));
  for (size_t i = 0; i < rt->held.count; i++)
    rp_digest_join (&state, held_state (rt, i));
  for (size_t i = 0; i < rt->phasers.count; i++)
    {
      rp_digest phaser = rp_digest_start (PHASER);
      rp_digest_add (&phaser, rp_phaser_number (rt->phasers.items[i]));
      rp_digest_add (&phaser, rp_phaser_completed (rt->phasers.items[i]));
      rp_digest_join (&state, phaser);
    }
  for (size_t i = 0; i < rt->promises.count; i++)
    rp_digest_join (&state, rp_promise_state (rt->promises.items[i], PROMISE));
  for (size_t i = 0; i < rt->actors.count; i++)
    {
      rp_digest actor = rp_digest_start (ACTOR);
      rp_actor_add_state (&actor, rt->actors.items[i], argument_state);
      rp_digest_join (&state, actor);
    }
  return state;
}
