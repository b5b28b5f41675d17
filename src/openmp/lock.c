#include "openmp/lock.h"

rp_range
rp_omp_lock_object (const void *lock)
{
  return (rp_range) { RP_ACTOR_OBJECTS | (uintptr_t) lock, 1 };
}

void
rp_omp_lock (const void *lock, uint32_t site)
{
  rp_range object = rp_omp_lock_object (lock);
  rp_isolated_begin_at (&object, 1, site);
}

bool
rp_omp_try_lock (const void *lock, uint32_t site)
{
  rp_range object = rp_omp_lock_object (lock);
  if (rp_isolated_is_taken (&object, 1))
    {
      rp_let_others_run ();
      return false;
    }
  rp_isolated_begin_at (&object, 1, site);
  return true;
}

void
rp_omp_unlock (const void *lock, uint32_t site)
{
  (void) lock;
  rp_isolated_end_at (site);
}

/* Addresses of programs have 47 bits. */
static rp_range
critical_object (const void *name)
{
  rp_range object = rp_omp_lock_object (name);
  object.base += (uint64_t) (rp_omp_current ()->team->team_number & 7) << 47;
  return object;
}

void
rp_omp_critical (const void *name, uint32_t site)
{
  rp_range object = critical_object (name);
  rp_isolated_begin_at (&object, 1, site);
}

void
rp_omp_end_critical (const void *name, uint32_t site)
{
  (void) name;
  rp_isolated_end_at (site);
}

/* Nobody waits for this section: it is told to the observer alone. */
void
rp_omp_know_number (rp_omp_task *task)
{
  rp_observer *observer = rp_engine_observer ();
  rp_range object = { RP_OMP_NUMBERS + (uintptr_t) task->thread, 1 };
  if (task->has_asked || task->is_untied || rp_is_in_section ())
    return;
  task->has_asked = true;
  observer->isolated_begin (observer, rp_current_strand (), &object, 1, 0);
}

void
rp_omp_forget_number (rp_omp_task *task)
{
  rp_observer *observer = rp_engine_observer ();
  if (task->has_asked)
    observer->isolated_end (observer, rp_current_strand (), 0);
  task->has_asked = false;
}
