/* libgfortran locks its units while a statement runs. A function in the list of items may let another task run, which
 * then finds the unit locked. All tasks are on one thread, so to wait for the lock would be to wait for ever: the task
 * lets others run until the lock is free. */
#include "openmp/foreign.h"

#include "base/vec.h"

#include <errno.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

typedef struct range
{
  uintptr_t low, high;
} range;

static int
find_library (struct dl_phdr_info *module, size_t size, void *context)
{
  range *found = context;
  (void) size;
  if (!strstr (module->dlpi_name, "/libgfortran.so"))
    return 0;
  for (int i = 0; i < module->dlpi_phnum; i++)
    if (module->dlpi_phdr[i].p_type == PT_LOAD && module->dlpi_phdr[i].p_flags & PF_X)
      *found = (range) { module->dlpi_addr + module->dlpi_phdr[i].p_vaddr,
                         module->dlpi_addr + module->dlpi_phdr[i].p_vaddr
                           + module->dlpi_phdr[i].p_memsz };
  return 1;
}

bool
rp_omp_is_gfortran (uintptr_t pc)
{
  static range library;
  static bool is_known;
  if (!is_known)
    {
      is_known = true;
      dl_iterate_phdr (find_library, &library);
    }
  return pc >= library.low && pc < library.high;
}

/* Mutexes that libgfortran has taken. Its last call in a function may be a jump, so that a mutex seems to be given back
 * by the program. */
static RP_VEC (const pthread_mutex_t *) held;

static void
note_held (const pthread_mutex_t *mutex)
{
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  RP_VEC_PUSH (&held, mutex);
  rp_monitor_inside = inside;
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

/* A unit that stays locked so long is locked by a task that waits for this one. */
enum
{
  MOST_TURNS = 10000
};

static int
try_mutex (pthread_mutex_t *mutex)
{
  RP_OMP_REAL (pthread_mutex_trylock, mutex);
}

static int
wait_for_mutex (pthread_mutex_t *mutex)
{
  RP_OMP_REAL (pthread_mutex_lock, mutex);
}

/* By the C library's note of the owner. */
static bool
is_held_by_this_thread (const pthread_mutex_t *mutex)
{
  return mutex->__data.__owner == gettid ();
}

int
rp_omp_gfortran_lock (pthread_mutex_t *mutex, uintptr_t pc)
{
  int inside = rp_monitor_inside;
  for (unsigned turn = 0; try_mutex (mutex) == EBUSY; turn++)
    {
      if (!is_held_by_this_thread (mutex))
        {
          wait_for_mutex (mutex);
          break;
        }
      uint32_t site = rp_omp_enter (pc);
      rp_let_others_run ();
      if (turn > MOST_TURNS)
        rp_promise_wait_at (rp_promise_new_at ("waits for a unit that a task has locked", site),
                            site);
      rp_monitor_inside = inside;
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
