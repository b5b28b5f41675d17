/* Mutual exclusion between the main thread and other threads of the program. The tasks of the main thread exclude each
 * other by sections of the runtime. One table has the objects that are held. While the main thread waits for an object,
 * it lets other tasks run. Another thread that waits sleeps.
 *
 * L1. An object is held by the main thread or by one other thread, never by both.
 * L2. While a thread uses the table, it does not wait, allocate or run another task. */
#include "inside/openmp/other_threads.h"

#include "inside/openmp/gomp.h"
#include "inside/openmp/kmp.h"
#include "inside/openmp/lock.h"
#include "inside/system/threads.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  MOST = 1 << 12, /* objects that can be held at the same time */
  MAIN = 0 /* the holder is the main thread; any other holder is the address of the thread's variable SELF */
};

typedef struct hold
{
  uintptr_t object, holder;
  unsigned count; /* how often the holder holds the object */
} hold;

static hold holds[MOST];
static size_t hold_count;
static bool is_busy;
static __thread char self;

static void
begin (void)
{
  while (__atomic_test_and_set (&is_busy, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
end (void)
{
  __atomic_clear (&is_busy, __ATOMIC_RELEASE);
}

/* Returns the entry of OBJECT, or NULL. The object that was taken last is the likeliest, so the search begins there. */
static hold *
find (uintptr_t object)
{
  for (size_t i = hold_count; i-- > 0;)
    if (holds[i].object == object)
      return &holds[i];
  return NULL;
}

/* Takes OBJECT for HOLDER. Returns how often HOLDER holds it then, or 0 if HOLDER cannot have it now or the table
 * is full. NESTS: HOLDER may hold it several times. The main thread always may, because the sections of its tasks
 * have decided already which task may have OBJECT. */
static unsigned
try_take (uintptr_t object, uintptr_t holder, bool nests)
{
  begin ();
  hold *known = find (object);
  unsigned count = 0;
  if (known && known->holder == holder && (nests || holder == MAIN))
    count = ++known->count;
  else if (!known && hold_count < MOST)
    holds[hold_count++] = (hold) { object, holder, count = 1 };
  end ();
  return count;
}

static void
give_back (uintptr_t object, uintptr_t holder)
{
  begin ();
  hold *known = find (object);
  if (known && known->holder == holder && --known->count == 0)
    *known = holds[--hold_count];
  end ();
}

/* ---- the main thread ---- */

bool
rp_other_threads_try_keep_out (uintptr_t address)
{
  return try_take (address, MAIN, false);
}

void
rp_other_threads_keep_out (uintptr_t address)
{
  while (!try_take (address, MAIN, false) && rp_threads_wait ())
    rp_let_others_run ();
}

void
rp_other_threads_let_in (uintptr_t address)
{
  give_back (address, MAIN);
}

bool
rp_other_threads_has (uintptr_t address)
{
  begin ();
  const hold *known = find (address);
  bool has = known && known->holder != MAIN;
  end ();
  return has;
}

/* ---- other threads ---- */

static void
take (const void *lock, bool nests)
{
  enum
  {
    WAIT_NS = 20 * 1000
  };
  while (!try_take ((uintptr_t) lock, (uintptr_t) &self, nests))
    nanosleep (&(struct timespec) { .tv_nsec = WAIT_NS }, NULL);
}

static void
give (const void *lock)
{
  give_back ((uintptr_t) lock, (uintptr_t) &self);
}

static void
make (void *lock)
{
  (void) lock;
}

static void
set_lock (void *lock)
{
  take (lock, false);
}

static void
set_nest_lock (void *lock)
{
  take (lock, true);
}

static void
unset (void *lock)
{
  give (lock);
}

static int
test_lock (void *lock)
{
  return (int) try_take ((uintptr_t) lock, (uintptr_t) &self, false);
}

static int
test_nest_lock (void *lock)
{
  return (int) try_take ((uintptr_t) lock, (uintptr_t) &self, true);
}

static void
critical_start (void)
{
  take (&rp_gomp_unnamed_critical, false);
}

static void
critical_end (void)
{
  give (&rp_gomp_unnamed_critical);
}

static void
atomic_start (void)
{
  take (&rp_gomp_atomic_lock, false);
}

static void
atomic_end (void)
{
  give (&rp_gomp_atomic_lock);
}

/* clang's functions for critical sections get a place and a thread number before the name. */
static void
kmpc_critical (const void *place, int number, void *name)
{
  (void) place;
  (void) number;
  take (name, false);
}

static void
kmpc_end_critical (const void *place, int number, void *name)
{
  (void) place;
  (void) number;
  give (name);
}

typedef struct row
{
  const char *name;
  void *function;
} row;

#define ROW(NAME, FUNCTION) { #NAME, (void *) FUNCTION }

static const row rows[] = {
  ROW (omp_init_lock, make),
  ROW (omp_init_lock_with_hint, make),
  ROW (omp_init_nest_lock, make),
  ROW (omp_init_nest_lock_with_hint, make),
  ROW (omp_destroy_lock, make),
  ROW (omp_destroy_nest_lock, make),
  ROW (omp_set_lock, set_lock),
  ROW (omp_set_nest_lock, set_nest_lock),
  ROW (omp_unset_lock, unset),
  ROW (omp_unset_nest_lock, unset),
  ROW (omp_test_lock, test_lock),
  ROW (omp_test_nest_lock, test_nest_lock),
  ROW (GOMP_critical_start, critical_start),
  ROW (GOMP_critical_end, critical_end),
  ROW (GOMP_critical_name_start, set_lock),
  ROW (GOMP_critical_name_end, unset),
  ROW (GOMP_atomic_start, atomic_start),
  ROW (GOMP_atomic_end, atomic_end),
  ROW (__kmpc_critical, kmpc_critical),
  ROW (__kmpc_critical_with_hint, kmpc_critical),
  ROW (__kmpc_end_critical, kmpc_end_critical),
};

/* Fortran calls the functions omp_... by names with an underscore at the end. */
void *
rp_other_threads_lock_function (const char *name)
{
  size_t length = strlen (name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      size_t own = strlen (rows[i].name);
      bool is_fortran = length == own + 1 && name[own] == '_' && !strncmp (name, "omp_", 4);
      if ((length == own || is_fortran) && !strncmp (name, rows[i].name, own))
        return rows[i].function;
    }
  return NULL;
}
