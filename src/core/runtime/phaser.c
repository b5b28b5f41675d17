/* Phasers and clocks. A clock is a phaser whose members all signal and wait.
 *
 * Each member counts the phases that it has signalled and those that it has waited for. Phase k is complete when every
 * member that can signal (a *signaller*) has signalled it. A member that drops out or ends no longer counts, so the
 * others wait for its drop instead of its signal [Yuki, 2.1: de-registration]. A wait for phase k returns once k is
 * complete. If no signaller is left, every phase is complete: only a signaller can register another signaller, so none
 * can come later.
 *
 * A new member starts with the counts of the task that created it. */
#include "base/map.h"
#include "base/panic.h"
#include "core/runtime/task.h"

struct rp_phaser
{
  rp_barrier barrier; /* first: observers get its address */
  rp_runtime *rt;
  bool is_clock;
  size_t place;        /* in rt->phasers */
  uint64_t number;
  uint64_t completed;  /* phases 0 .. completed-1 are complete */
  uint64_t signallers; /* how many members can signal */
  uint64_t members;
  rp_map standing; /* phase -> how many signallers have to signal this phase next */
  rp_task_list waiting;
};

static rp_registered *
find (rp_task *task, const rp_phaser *phaser)
{
  for (size_t i = 0; i < task->phasers.count; i++)
    if (task->phasers.items[i].phaser == phaser)
      return &task->phasers.items[i];
  return NULL;
}

static rp_registered *
find_or_misuse (rp_task *task, const rp_phaser *phaser, const char *operation, uint32_t site)
{
  rp_registered *own = find (task, phaser);
  if (!own)
    rp_stop_misuse (site, "%s on a phaser that this task is not registered on", operation);
  return own;
}

static void
count_standing (rp_phaser *phaser, uint64_t phase, int change)
{
  uint64_t *count = rp_map_insert (&phaser->standing, phase, NULL);
  *count += (uint64_t) change;
  if (!*count)
    rp_map_remove (&phaser->standing, phase);
}

static void
add_member (rp_phaser *phaser, rp_task *task, rp_registered registered)
{
  RP_VEC_PUSH (&task->phasers, registered);
  phaser->members++;
  if (registered.mode & RP_SIGNAL)
    {
      phaser->signallers++;
      count_standing (phaser, registered.signalled, 1);
    }
}

rp_phaser *
rp_phaser_make (rp_task *creator, bool is_clock)
{
  rp_runtime *rt = creator->rt;
  rp_phaser *phaser = rp_calloc (1, sizeof *phaser);
  phaser->rt = rt;
  phaser->is_clock = is_clock;
  phaser->place = rt->phasers.count;
  phaser->number = rt->phasers_made++;
  RP_VEC_PUSH (&rt->phasers, phaser);
  rt->observer->barrier_create (rt->observer, &phaser->barrier, &creator->strand, is_clock);
  add_member (phaser, creator, (rp_registered) { .phaser = phaser, .mode = RP_SIGNAL | RP_WAIT });
  return phaser;
}

uint64_t
rp_phaser_number (const rp_phaser *phaser)
{
  return phaser->number;
}

uint64_t
rp_phaser_completed (const rp_phaser *phaser)
{
  return phaser->completed;
}

rp_phaser *
rp_phaser_new_at (uint32_t site)
{
  (void) site;
  return rp_phaser_make (rp_task_current (), false);
}

void
rp_phaser_free (rp_phaser *phaser, rp_task *owner)
{
  rp_runtime *rt = phaser->rt;
  rt->observer->barrier_forget (rt->observer, &phaser->barrier, owner ? &owner->strand : NULL);
  rt->phasers.items[phaser->place] = RP_VEC_LAST (&rt->phasers);
  rt->phasers.items[phaser->place]->place = phaser->place;
  rt->phasers.count--;
  rp_map_clear (&phaser->standing);
  RP_VEC_CLEAR (&phaser->waiting);
  free (phaser);
}

void
rp_phaser_register (rp_phaser *phaser, rp_task *child, const rp_task *parent, unsigned mode)
{
  const rp_registered *creator = find ((rp_task *) parent, phaser);
  RP_ASSERT (creator);
  rp_registered registered = *creator;
  registered.mode = mode;
  add_member (phaser, child, registered);
}

static void
complete_one (rp_phaser *phaser)
{
  rp_observer *observer = phaser->rt->observer;
  observer->barrier_complete (observer, &phaser->barrier, phaser->completed++);
}

static void
wake_waiting (rp_phaser *phaser)
{
  size_t kept = 0;
  rp_task_list *waiting = &phaser->waiting;
  for (size_t i = waiting->count; i-- > 0;)
    if (!phaser->signallers || waiting->items[i]->wait.phase < phaser->completed)
      {
        rp_sched_wake (waiting->items[i]);
        waiting->items[i] = NULL;
      }
  for (size_t i = 0; i < waiting->count; i++)
    if (waiting->items[i])
      waiting->items[kept++] = waiting->items[i];
  waiting->count = kept;
}

/* Called after every signal and drop. Completes the phases that all signallers have signalled, and wakes the tasks that
 * wait for these phases. If no signaller is left, wakes all waiting tasks; wait_phase completes the phases that they
 * need. */
static void
complete_phases (rp_phaser *phaser)
{
  bool moved = !phaser->signallers;
  while (phaser->signallers && !rp_map_find (&phaser->standing, phaser->completed))
    {
      complete_one (phaser);
      moved = true;
    }
  if (moved)
    wake_waiting (phaser);
}

static void
signal_phase (rp_task *task, rp_registered *own, uint32_t site)
{
  rp_phaser *phaser = own->phaser;
  rp_observer *observer = task->rt->observer;
  observer->barrier_signal (observer, &phaser->barrier, &task->strand, own->signalled, site);
  count_standing (phaser, own->signalled, -1);
  count_standing (phaser, ++own->signalled, 1);
  complete_phases (phaser);
}

static void
wait_phase (rp_task *task, rp_phaser *phaser, uint32_t site)
{
  rp_observer *observer = task->rt->observer;
  uint64_t phase = find (task, phaser)->waited;
  while (phaser->signallers && phaser->completed <= phase)
    {
      RP_VEC_PUSH (&phaser->waiting, task);
      rp_sched_block (
        task, (rp_wait) { .kind = RP_WAITS_PHASE, .site = site, .phaser = phaser, .phase = phase });
    }
  while (phaser->completed <= phase)
    complete_one (phaser);
  find (task, phaser)->waited = phase + 1;
  observer->barrier_wait (observer, &phaser->barrier, &task->strand, phase, site);
}

void
rp_phaser_signal_at (rp_phaser *phaser, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_sched_yield (task);
  rp_registered *own = find_or_misuse (task, phaser, "signal", site);
  if (!(own->mode & RP_SIGNAL))
    rp_stop_misuse (site, "signal on a phaser that this task is registered on for waiting only");
  signal_phase (task, own, site);
}

void
rp_phaser_wait_at (rp_phaser *phaser, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_sched_yield (task);
  rp_registered *own = find_or_misuse (task, phaser, "wait", site);
  if (!(own->mode & RP_WAIT))
    rp_stop_misuse (site, "wait on a phaser that this task is registered on for signalling only");
  if ((own->mode & RP_SIGNAL) && own->signalled <= own->waited)
    rp_stop_misuse (site, "wait on a phaser before this task has signalled the phase");
  wait_phase (task, phaser, site);
}

static void
next (rp_task *task, rp_phaser *phaser, uint32_t site)
{
  rp_registered *own = find (task, phaser);
  unsigned mode = own->mode;
  if (mode & RP_SIGNAL)
    signal_phase (task, own, site);
  if (mode & RP_WAIT)
    wait_phase (task, phaser, site);
}

void
rp_phaser_next_at (rp_phaser *phaser, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_sched_yield (task);
  find_or_misuse (task, phaser, "next", site);
  next (task, phaser, site);
}

/* Does `next` on all phasers of the running task, except clocks. Makes all signals before the first wait; otherwise two
 * tasks on two phasers could block each other. */
void
rp_phaser_next_all_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  size_t phasers = 0;
  rp_sched_yield (task);
  for (size_t i = 0; i < task->phasers.count; i++)
    {
      rp_registered *own = &task->phasers.items[i];
      phasers += !own->phaser->is_clock;
      if (!own->phaser->is_clock && (own->mode & RP_SIGNAL))
        signal_phase (task, own, site);
    }
  if (!phasers)
    rp_stop_misuse (site, "next in a task that is registered on no phaser");
  for (size_t i = 0; i < task->phasers.count; i++)
    {
      rp_registered *own = &task->phasers.items[i];
      if (!own->phaser->is_clock && (own->mode & RP_WAIT))
        wait_phase (task, own->phaser, site);
    }
}

void
rp_phaser_leave (rp_task *task, rp_phaser *phaser, uint32_t site)
{
  rp_observer *observer = task->rt->observer;
  rp_registered *own = find (task, phaser);
  if (!own)
    return;
  rp_registered left = *own;
  *own = RP_VEC_LAST (&task->phasers);
  task->phasers.count--;
  phaser->members--;
  if (left.mode & RP_SIGNAL)
    {
      observer->barrier_signal (observer, &phaser->barrier, &task->strand, left.signalled, site);
      phaser->signallers--;
      count_standing (phaser, left.signalled, -1);
      complete_phases (phaser);
    }
}

void
rp_phaser_drop_at (rp_phaser *phaser, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_sched_yield (task);
  find_or_misuse (task, phaser, "drop", site);
  rp_phaser_leave (task, phaser, site);
}

void
rp_phaser_drop_all (rp_task *task)
{
  while (task->phasers.count)
    rp_phaser_leave (task, RP_VEC_LAST (&task->phasers).phaser, 0);
}

void
rp_clock_advance_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  if (!task->clock)
    rp_stop_misuse (site, "advance outside a clocked finish");
  rp_sched_yield (task);
  next (task, task->clock, site);
}

void
rp_phaser_state_wait (const rp_phaser *phaser, uint64_t phase, rp_wait_row *row)
{
  const rp_runtime *rt = phaser->rt;
  row->reason = phaser->is_clock ? RP_WAIT_CLOCK : RP_WAIT_PHASER;
  row->number = phase;
  for (size_t i = 0; i < rt->all.count; i++)
    {
      const rp_task *task = rt->all.items[i];
      for (size_t j = 0; task->rt && j < task->phasers.count; j++)
        {
          const rp_registered *own = &task->phasers.items[j];
          if (own->phaser == phaser && (own->mode & RP_SIGNAL) && own->signalled <= phase)
            {
              rp_deadlock_add_other (row, task);
              return;
            }
        }
    }
}
