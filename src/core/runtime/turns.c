/* Turns, such as the ordered regions of a loop. Turns are numbered from 0 and come in this order. Some turns are taken
 * by no task. For observers, turns are a barrier, and each turn is a phase: a turn comes after all earlier turns that
 * were taken. */
#include "base/panic.h"
#include "core/runtime/task.h"

#include <stdlib.h>

struct rp_turns
{
  rp_barrier barrier; /* first: observers get its address */
  rp_runtime *rt;
  uint64_t over; /* all turns below this number have ended */
  RP_VEC (bool) ended; /* for each turn, whether it has ended */
  rp_task_list waiting;
};

rp_turns *
rp_turns_new (void)
{
  rp_task *maker = rp_task_current ();
  rp_turns *turns = rp_calloc (1, sizeof *turns);
  turns->rt = maker->rt;
  maker->rt->observer->barrier_create (maker->rt->observer, &turns->barrier, &maker->strand, false);
  return turns;
}

void
rp_turns_free (rp_turns *turns)
{
  if (turns)
    rp_turns_drop (turns, rp_task_current ());
}

void
rp_turns_drop (rp_turns *turns, rp_task *owner)
{
  turns->rt->observer->barrier_forget (turns->rt->observer, &turns->barrier,
                                       owner ? &owner->strand : NULL);
  RP_VEC_CLEAR (&turns->ended);
  RP_VEC_CLEAR (&turns->waiting);
  free (turns);
}

void
rp_turn_wait_at (rp_turns *turns, uint64_t turn, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  rp_sched_yield (task);
  while (turns->over < turn)
    {
      RP_VEC_PUSH (&turns->waiting, task);
      rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_TURN, .site = site, .phase = turn });
    }
  if (turn)
    observer->barrier_wait (observer, &turns->barrier, &task->strand, turn - 1, site);
}

void
rp_turn_end_at (rp_turns *turns, uint64_t turn, bool was_taken, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  while (turns->ended.count <= turn)
    RP_VEC_PUSH (&turns->ended, false);
  if (turns->ended.items[turn])
    return;
  turns->ended.items[turn] = true;
  if (was_taken)
    observer->barrier_signal (observer, &turns->barrier, &task->strand, turn, site);
  while (turns->over < turns->ended.count && turns->ended.items[turns->over])
    observer->barrier_complete (observer, &turns->barrier, turns->over++);
  for (size_t i = turns->waiting.count; i-- > 0;)
    rp_sched_wake (turns->waiting.items[i]);
  turns->waiting.count = 0;
}
