#include "inside/openmp/locks_around.h"

#include "inside/engine/engines.h"
#include "inside/hook/monitor.h"

/* Returns the number of the construct that THREAD met last. All threads of a team meet the same constructs in the same
 * order, so a construct has the same number in all of them. */
static uint64_t
latest (const rp_omp_thread *thread)
{
  return thread->shares + thread->static_loops;
}

static void
add (rp_range object, void *context)
{
  rp_omp_thread *thread = context;
  rp_omp_lock_around lock
    = { .construct = latest (thread), .thread = thread->number, .object = object.base };
  RP_VEC_PUSH (&thread->team->locks_around, lock);
}

/* Returns whether thread NUMBER of TEAM held the lock with OBJECT when it met construct number CONSTRUCT. */
static bool
had_lock (const rp_omp_team *team, unsigned number, uint64_t construct, uint64_t object)
{
  for (size_t i = 0; i < team->locks_around.count; i++)
    {
      const rp_omp_lock_around *lock = &team->locks_around.items[i];
      if (lock->thread == number && lock->construct == construct && lock->object == object)
        return true;
    }
  return false;
}

/* H1 (locks_around.h): returns whether some thread of TEAM has met the construct of LOCK without the lock. */
static bool
some_came_without (const rp_omp_team *team, const rp_omp_lock_around *lock)
{
  for (unsigned i = 0; i < team->size; i++)
    if (latest (&team->threads[i]) >= lock->construct
        && !had_lock (team, i, lock->construct, lock->object))
      return true;
  return false;
}

static void
remark (void)
{
  static bool is_reported;
  if (!is_reported)
    rp_monitor_remark (
      RP_REMARK_UNSEEN,
      "a thread held a lock around a loop, sections or a single, and a thread that came later met "
      "the "
      "construct without it: under which locks the iterations may be executed is not known");
  is_reported = true;
}

/* H2: THREAD meets a construct. Adds a remark if another thread's units of this construct counted as done under a lock
 * that THREAD does not hold. */
static void
check_earlier (const rp_omp_thread *thread)
{
  const rp_omp_team *team = thread->team;
  for (size_t i = 0; i < team->locks_around.count; i++)
    {
      const rp_omp_lock_around *lock = &team->locks_around.items[i];
      if (lock->counts && lock->construct == latest (thread)
          && !had_lock (team, thread->number, lock->construct, lock->object))
        remark ();
    }
}

/* Decides whether the units of THREAD in its latest construct count as done under the locks that THREAD holds around
 * the construct: under all of these locks if under one of them (H3). Sets THREAD->lends_locks. */
static void
decide (rp_omp_thread *thread)
{
  const rp_omp_team *team = thread->team;
  bool counts = false;
  for (size_t i = 0; i < team->locks_around.count; i++)
    {
      const rp_omp_lock_around *lock = &team->locks_around.items[i];
      if (lock->thread == thread->number && lock->construct == latest (thread))
        counts |= !some_came_without (team, lock);
    }
  thread->lends_locks = !counts;
  for (size_t i = 0; i < team->locks_around.count; i++)
    {
      rp_omp_lock_around *lock = &team->locks_around.items[i];
      if (counts && lock->thread == thread->number && lock->construct == latest (thread))
        {
          lock->counts = true;
          if (some_came_without (team, lock))
            remark ();
        }
    }
}

void
rp_omp_locks_around_meet (rp_omp_thread *thread)
{
  thread->is_at_construct = thread->lends_locks = false;
  if (thread->team->size == 1 || !rp_engine_kind->has_guests)
    return;
  bool has_locks = rp_is_in_section ();
  if (has_locks)
    rp_isolated_each_object (add, thread);
  check_earlier (thread);
  if (!has_locks || thread->is_bound)
    return;
  rp_let_others_run ();
  decide (thread);
}

void
rp_omp_locks_around_forget (rp_omp_team *team)
{
  RP_VEC_CLEAR (&team->locks_around);
}
