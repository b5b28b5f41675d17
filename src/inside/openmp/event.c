/* An event is a promise. Tasks of the program fulfil it. Signal handlers and other threads of the program may fulfil
 * it, too, at any time: they only leave a note, and the main thread fulfils the event when it reads the note. It reads
 * the notes when a task begins to wait for an event or fulfils one, and when no task can go on. As long as a handler or
 * a thread may fulfil the event that a task waits for, the wait is no deadlock. What the handler or the thread accessed
 * before is not ordered with anything. */
#include "inside/openmp/event.h"

#include "inside/system/signals.h"
#include "inside/system/threads.h"

#include <stdatomic.h>
#include <time.h>

enum
{
  MAX_NOTES = 256
};

static _Atomic (rp_promise *) notes[MAX_NOTES];
static atomic_uint first_free;
static unsigned waiting; /* how many tasks wait for an event */

static void
leave_note (rp_promise *event)
{
  for (;;)
    {
      rp_promise *none = NULL;
      unsigned place = atomic_fetch_add (&first_free, 1) % MAX_NOTES;
      if (atomic_compare_exchange_strong (&notes[place], &none, event))
        return;
    }
}

/* Removes all notes and fulfils the events that they name. Returns whether one of these events was not fulfilled
 * before. */
static bool
read_notes (void)
{
  bool has_read = false;
  for (unsigned i = 0; i < MAX_NOTES; i++)
    {
      rp_promise *event = atomic_exchange (&notes[i], NULL);
      if (event)
        has_read |= rp_promise_keep (event);
    }
  return has_read;
}

/* Called when no task can go on. Reads the notes, and returns true if this fulfils an event. If it does not, but a task
 * waits for an event, and the program has signal handlers or other threads that may still fulfil it, sleeps for a
 * moment and returns true, so that the scheduler tries again; not so in exploration. In all other cases returns false:
 * there is a deadlock. */
static bool
wait_for_notes (void)
{
  enum
  {
    WAIT_NS = 1000000
  };
  if (read_notes ())
    return true;
  if (!waiting || rp_engine_is_explored () || (!rp_signals_has_handlers () && !rp_threads_others ()))
    return false;
  nanosleep (&(struct timespec) { .tv_nsec = WAIT_NS }, NULL);
  return true;
}

rp_promise *
rp_omp_event_new (uint32_t site)
{
  rp_runtime_set_idle (rp_current_runtime (), wait_for_notes);
  return rp_promise_new_at (RP_WAIT_EVENT, site);
}

void
rp_omp_event_wait (rp_promise *event, uint32_t site)
{
  read_notes ();
  waiting++;
  rp_promise_wait_at (event, site);
  waiting--;
}

void
rp_omp_event_from_outside (uintptr_t event)
{
  leave_note ((rp_promise *) event);
}

void
omp_fulfill_event (uintptr_t event)
{
  if (!rp_thread_is_main () || rp_signals_is_running ())
    {
      rp_omp_event_from_outside (event);
      return;
    }
  uint32_t site = RP_OMP_ENTER ();
  read_notes ();
  if (!rp_promise_put_at ((rp_promise *) event, site))
    rp_stop_misuse (site, "OpenMP: an event is fulfilled twice");
  rp_omp_leave ();
}
