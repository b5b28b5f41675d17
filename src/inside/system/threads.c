#include "inside/system/threads.h"

#include "inside/front/front.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/stack/stack_frame.h"
#include "inside/system/handover.h"

#include <link.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>

RP_HOOKS_FILE (threads);

__thread bool rp_thread_main_mark __attribute__ ((tls_model ("initial-exec")));

static pthread_key_t leaving;
static bool has_key; /* whether `leaving` was made */

/* The destructor of the key `leaving`, called when the main thread has called pthread_exit. The process ends when the
 * last thread does, but our threads never end, and the findings must be reported. So the main thread waits for the
 * program's threads, and then calls exit. It does so in the last round of destructors, when all other keys have
 * destroyed their data. ROUND, the value of the key, counts the rounds. */
static void
leave (void *round)
{
  enum
  {
    WAIT_NS = 1000 * 1000
  };
  if ((uintptr_t) round < PTHREAD_DESTRUCTOR_ITERATIONS)
    {
      pthread_setspecific (leaving, (void *) ((uintptr_t) round + 1));
      return;
    }
  while (rp_threads_others ())
    RP_REAL (nanosleep) (&(struct timespec) { .tv_nsec = WAIT_NS }, NULL);
  exit (0);
}

/* Also sets the value of the key `leaving` in the caller's storage. All threads share this one key, because a process
 * has few keys. While the main thread is in another thread's storage, its pthread_exit finds the value in that
 * storage. */
void
rp_thread_lends_storage (void)
{
  rp_thread_main_mark = true;
  if (has_key)
    pthread_setspecific (leaving, (void *) (uintptr_t) 1);
}

void
rp_threads_start (void)
{
  has_key = !pthread_key_create (&leaving, leave);
  rp_thread_lends_storage ();
}

/* Whether another thread executed code of the program. Such a thread calls rp_thread_runs_code again at every function
 * that it enters, because the main thread's access path may have returned to its fast mode since. */
static volatile bool ran_code;

void
rp_thread_runs_code (void)
{
  ran_code = true;
  rp_monitor_has_threads ();
}

bool
rp_threads_ran_code (void)
{
  return ran_code;
}

/* Counts the links of /proc/self/task: one for each thread, and two more. */
unsigned
rp_threads_others (void)
{
  struct stat tasks;
  unsigned own = 1 + rp_front_now.storage_count ();
  if (RP_REAL (stat) ("/proc/self/task", &tasks) || tasks.st_nlink < 2)
    return 0;
  unsigned all = (unsigned) tasks.st_nlink - 2;
  return all > own ? all - own : 0;
}

static volatile bool is_waiting;

bool
rp_threads_wait (void)
{
  enum
  {
    WAIT_NS = 100 * 1000
  };
  if (!rp_threads_others ())
    return false;
  rp_handover_look ();
  is_waiting = true;
  RP_REAL (nanosleep) (&(struct timespec) { .tv_nsec = WAIT_NS }, NULL);
  is_waiting = false;
  return true;
}

bool
rp_threads_is_waiting (void)
{
  return is_waiting;
}

/* Called when a thread is started. If FUNCTION belongs to the program, the thread counts at once as one that executes
 * code of the program: it may not have begun to run FUNCTION when the program ends. */
static void
note_start (uintptr_t function)
{
  if (rp_stack_is_program (function))
    rp_thread_runs_code ();
}

/* Loads libraries that may be needed later, as long as no other thread can hold the dynamic linker's lock: R1 of
 * libc_real.h. On the main thread, accesses of libraries while they are loaded count as the verifier's. */
static void
prepare (void)
{
  int saved = errno, outer = 0;
  bool is_main = rp_thread_is_main ();
  if (is_main)
    outer = rp_inside_begin_nested ();
  rp_stack_prepare ();
  rp_front_now.before_thread ();
  if (is_main)
    rp_inside_end_nested (outer);
  errno = saved;
}

RP_HOOK (int, pthread_create, pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
         void *(*function) (void *), void *restrict argument)
{
  note_start ((uintptr_t) function);
  prepare ();
  return RP_REAL (pthread_create) (thread, attributes, function, argument);
}

RP_HOOK (int, thrd_create, thrd_t *thread, thrd_start_t function, void *argument)
{
  note_start ((uintptr_t) function);
  prepare ();
  return RP_REAL (thrd_create) (thread, function, argument);
}

/* The blocks of thread-local variables of libraries loaded at the start lie together next to the thread pointer. A
 * block that is further away was allocated later, for a library that dlopen added. */
#define NEAR ((uintptr_t) 1 << 20)

typedef struct range
{
  uintptr_t pointer; /* the thread pointer */
  uintptr_t low, high;
} range;

static uintptr_t
distance (uintptr_t a, uintptr_t b)
{
  return a < b ? b - a : a - b;
}

static int
add_module (struct dl_phdr_info *module, size_t size, void *context)
{
  range *all = context;
  uintptr_t start = (uintptr_t) module->dlpi_tls_data;
  (void) size;
  if (!start || distance (start, all->pointer) > NEAR)
    return 0;
  for (int i = 0; i < module->dlpi_phnum; i++)
    if (module->dlpi_phdr[i].p_type == PT_TLS)
      {
        uintptr_t end = start + module->dlpi_phdr[i].p_memsz;
        all->low = start < all->low ? start : all->low;
        all->high = end > all->high ? end : all->high;
      }
  return 0;
}

void
rp_tls_range (uintptr_t *low, uintptr_t *high)
{
  range all = { .pointer = (uintptr_t) __builtin_thread_pointer (), .low = UINTPTR_MAX };
  dl_iterate_phdr (add_module, &all);
  *low = all.high ? all.low : 0;
  *high = all.high;
}

typedef struct own_block
{
  intptr_t offset;
  size_t size;
} own_block;

/* Stores in *CONTEXT the block of the program's thread-local variables. The program is the first module. */
static int
find_own (struct dl_phdr_info *module, size_t size, void *context)
{
  own_block *own = context;
  (void) size;
  uintptr_t start = (uintptr_t) module->dlpi_tls_data;
  for (int i = 0; start && i < module->dlpi_phnum; i++)
    if (module->dlpi_phdr[i].p_type == PT_TLS)
      *own = (own_block) { (intptr_t) (start - (uintptr_t) __builtin_thread_pointer ()),
                           module->dlpi_phdr[i].p_memsz };
  return 1;
}

void
rp_tls_own (intptr_t *offset, size_t *size)
{
  own_block own = { 0 };
  dl_iterate_phdr (find_own, &own);
  *offset = own.offset;
  *size = own.size;
}
