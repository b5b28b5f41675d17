/* libgfortran locks an input/output unit while a statement reads or writes it. A function that the statement calls,
 * for a value to write, may let another task run, which then finds the unit locked. If a task of this thread of the
 * system holds the lock, a real wait would never end. Instead, the task that asks lets others run until the lock is
 * free, or until MAX_TURNS turns are over. After that it waits for a promise that nobody fulfils, so a deadlock is
 * found. If another thread of the system holds the lock, the task does a real wait. */
#include "inside/openmp/posix.h"

#include "base/vec.h"
#include "inside/system/modules.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static rp_module
find_library (void)
{
  static const char name[] = "libgfortran.so";
  rp_module module;
  for (size_t i = 0; rp_module_get (i, &module); i++)
    if (!strncmp (rp_module_name (&module), name, sizeof name - 1))
      return module;
  return (rp_module) { 0 };
}

bool
rp_omp_is_gfortran (uintptr_t pc)
{
  static rp_module library;
  static bool is_known;
  if (!is_known)
    {
      is_known = true;
      library = find_library ();
    }
  return pc >= library.low && pc < library.high;
}

/* Mutexes that libgfortran has taken. A function of libgfortran may unlock a mutex by a tail call. The return address
 * is then in the program, so only this list shows that the mutex is libgfortran's. */
static RP_VEC (const pthread_mutex_t *) held;

static void
note_held (const pthread_mutex_t *mutex)
{
  int outer = rp_inside_begin_nested ();
  RP_VEC_PUSH (&held, mutex);
  rp_inside_end_nested (outer);
}

bool
rp_omp_gfortran_gives_back (const pthread_mutex_t *mutex)
{
  for (size_t i = held.count; i-- > 0 && rp_thread_is_main ();)
    if (held.items[i] == mutex)
      {
        held.items[i] = held.items[--held.count];
        return true;
      }
  return false;
}

/* A unit that stays locked for more turns than this means a deadlock: the task that has locked the unit waits for the
 * task that asks for the unit. */
enum
{
  MAX_TURNS = 10000
};

static int
try_mutex (pthread_mutex_t *mutex)
{
  return RP_REAL (pthread_mutex_trylock) (mutex);
}

static int
wait_for_mutex (pthread_mutex_t *mutex)
{
  return RP_REAL (pthread_mutex_lock) (mutex);
}

/* Returns whether this thread of the system holds MUTEX, by the owner that the C library stores in MUTEX. */
static bool
is_held_by_this_thread (const pthread_mutex_t *mutex)
{
  return mutex->__data.__owner == gettid ();
}

int
rp_omp_gfortran_lock (pthread_mutex_t *mutex, uintptr_t pc)
{
  int outer = rp_is_inside ();
  for (unsigned turn = 0; try_mutex (mutex) == EBUSY; turn++)
    {
      if (!is_held_by_this_thread (mutex))
        {
          wait_for_mutex (mutex);
          break;
        }
      uint32_t site = rp_omp_enter (pc);
      rp_let_others_run ();
      if (turn > MAX_TURNS)
        rp_promise_wait_at (rp_promise_new_at (RP_WAIT_UNIT, site),
                            site);
      rp_inside_end_nested (outer);
    }
  note_held (mutex);
  return 0;
}

int
rp_omp_gfortran_try_lock (pthread_mutex_t *mutex)
{
  int status = try_mutex (mutex);
  if (!status)
    note_held (mutex);
  return status;
}
