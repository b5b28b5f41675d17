#include "inside/openmp/lock.h"

#include "base/map.h"
#include "base/vec.h"
#include "inside/engine/engines.h"
#include "inside/openmp/distribute.h"
#include "inside/openmp/other_threads.h"
#include "inside/system/threads.h"

/* The number of a lock's object has bits for the lock's address, and a few bits for the lock's number among the locks
 * at that address. These bits suffice for the first IN_NUMBER locks at an address. Any other lock gets the next free
 * numbers from RP_OMP_LATER_LOCKS on, one for each of its parts (rp_omp_lock_parts), when the lock's object is first
 * asked for. */
enum
{
  IN_NUMBER = 8
};

static rp_map places; /* address -> 1 + position among the addresses with more than IN_NUMBER
                       * locks */
/* value in PLACES << 32 | number of the lock at the address -> 1 + position of the lock's first part in LATER */
static rp_map later_positions;
static RP_VEC (uintptr_t) later; /* item I: address of the part whose object has the number RP_OMP_LATER_LOCKS + I */

static uint64_t
later_position (uintptr_t address, unsigned number, unsigned size)
{
  uint64_t *place = rp_map_insert (&places, address, NULL);
  if (!*place)
    *place = places.count;
  uint64_t *position = rp_map_insert (&later_positions, *place << 32 | number, NULL);
  if (!*position)
    {
      *position = later.count + 1;
      for (unsigned i = 0; i < size; i++)
        RP_VEC_PUSH (&later, address + i);
    }
  return *position - 1;
}

static rp_range
object_of (const void *lock, unsigned number, unsigned size)
{
  if (number >= IN_NUMBER)
    return (rp_range) { RP_OMP_LATER_LOCKS + later_position ((uintptr_t) lock, number, size),
                        size };
  return (rp_range) { RP_ACTOR_OBJECTS | (uint64_t) number << 47 | (uintptr_t) lock, size };
}

rp_range
rp_omp_lock_number (const void *lock, unsigned number)
{
  return object_of (lock, number, 1);
}

static rp_map earlier_locks; /* address -> how many locks were there before the present one; no entry: none */

void
rp_omp_lock_renew (const void *lock)
{
  ++*rp_map_insert (&earlier_locks, (uintptr_t) lock, NULL);
}

rp_range
rp_omp_lock_parts (const void *lock, unsigned size)
{
  const uint64_t *earlier = rp_map_find (&earlier_locks, (uintptr_t) lock);
  return object_of (lock, earlier ? (unsigned) *earlier : 0, size);
}

rp_range
rp_omp_lock_object (const void *lock)
{
  return rp_omp_lock_parts (lock, 1);
}

uintptr_t
rp_omp_lock_address (uint64_t object)
{
  uint64_t position = object - RP_OMP_LATER_LOCKS;
  return position < later.count ? later.items[position] : object & RP_OMP_ADDRESSES;
}

rp_range
rp_omp_unordered_object (const void *lock)
{
  return (rp_range) { RP_UNORDERED | (uintptr_t) lock, 1 };
}

/* TASK enters a section. A task may check again and again, under a lock, whether another task has gone on. To let that
 * other task run, the function lets others run after every MAX_ENTRIES entries of TASK in a row. MAX_ENTRIES is odd: a
 * task that takes two locks in turn lets others run now before the first lock, now before the second. */
static void
let_others_enter (const rp_omp_task *task)
{
  enum
  {
    MAX_ENTRIES = 1023
  };
  static const rp_omp_task *last;
  static unsigned entries; /* entries of LAST in a row */
  entries = task == last ? entries + 1 : 0;
  last = task;
  if (entries < MAX_ENTRIES)
    return;
  entries = 0;
  rp_let_others_run ();
}

void
rp_omp_begin_section (rp_range object, uint32_t site)
{
  let_others_enter (rp_omp_current ());
  rp_isolated_begin_at (&object, 1, site);
  rp_other_threads_keep_out (rp_omp_lock_address (object.base));
}

void
rp_omp_begin_free_section (rp_range object, uint32_t site)
{
  let_others_enter (rp_omp_current ());
  rp_isolated_begin_free_at (&object, 1, site);
  rp_other_threads_keep_out (rp_omp_lock_address (object.base));
}

void
rp_omp_lock (const void *lock, uint32_t site)
{
  rp_omp_begin_section (rp_omp_lock_object (lock), site);
  rp_isolated_set_of_thread ();
}

void
rp_omp_note_try (uint32_t site)
{
  if (rp_runtime_has_open_tasks (rp_current_runtime ()))
    rp_engine_partial ("a lock was tried that others may have at that moment, and explored no try fails", site);
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
  if (!rp_other_threads_try_keep_out (rp_omp_lock_address (object.base)) && rp_threads_others ())
    return false;
  rp_isolated_begin_free_at (&object, 1, site);
  rp_isolated_set_of_thread ();
  rp_omp_note_try (site);
  return true;
}

/* Exploration supports only sections that nest. If section A ends while a later section B is open, the runtime reports
 * that B ends, too, and begins again: B is cut in two. Exploration could put a section of another task between the two
 * halves of B. That cannot happen in the program, so exploration is partial then. */
void
rp_omp_end_section (rp_range object, uint32_t site)
{
  bool is_last;
  rp_other_threads_let_in (rp_omp_lock_address (object.base));
  if (!rp_isolated_end_on_at (object, &is_last, site))
    rp_stop_misuse (site, "a lock is given back by a task that does not hold it");
  if (!is_last)
    rp_engine_partial ("locks are given back in another order than that they were taken in", site);
}

void
rp_omp_unlock (const void *lock, uint32_t site)
{
  rp_omp_end_section (rp_omp_lock_object (lock), site);
}

static rp_range
critical_object (const void *name)
{
  return rp_omp_lock_number (name, rp_omp_current ()->team->team_number);
}

void
rp_omp_critical (const void *name, uint32_t site)
{
  rp_omp_distribute_critical ();
  rp_omp_begin_section (critical_object (name), site);
}

void
rp_omp_end_critical (const void *name, uint32_t site)
{
  rp_omp_end_section (critical_object (name), site);
}

/* Only the observer is told of the section on the thread's number: no task ever waits for this section. */
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
  if (task->has_asked && !rp_is_in_section ())
    observer->isolated_end (observer, rp_current_strand (), 0);
  task->has_asked = false;
}
