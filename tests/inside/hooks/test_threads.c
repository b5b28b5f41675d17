/* Threads, signal handlers, thread-locals, mappings. */
#include "fake_monitor.h"
#include "inside/hook/libc_real.h"
#include "inside/hook/monitor.h"
#include "inside/system/threads.h"
#include "test.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

extern rp_real __start_rp_reals[] __attribute__ ((visibility ("hidden")));
extern rp_real __stop_rp_reals[] __attribute__ ((visibility ("hidden")));

static size_t known, unknown;

/* No constructor of a program comes before this one. */
static void __attribute__ ((constructor (101))) count_known (void)
{
  for (const rp_real *real = __start_rp_reals; real < __stop_rp_reals; real++)
    *(real->function ? &known : &unknown) += 1;
}

TEST (real_functions_are_known_before_constructors)
{
  CHECK (known > 100);
  CHECK_INT (unknown, 0);
  for (const rp_real *real = __start_rp_reals; real < __stop_rp_reals; real++)
    CHECK (dlsym (RTLD_NEXT, real->name) == real->function);
}

static bool thread_was_main, thread_was_on;
static char scratch[16];

static void *
work (void *argument)
{
  thread_was_main = rp_thread_is_main ();
  thread_was_on = rp_monitor_is_on ();
  memset (argument, 1, 8);
  return NULL;
}

TEST (threads_are_outside)
{
  CHECK (!rp_threads_ran_code () && !rp_threads_others ());
  thread_was_main = thread_was_on = true;
  fake_start ();
  for (int i = 0; i < 2; i++)
    {
      pthread_t thread;
      CHECK_INT (pthread_create (&thread, NULL, work, scratch), 0);
      pthread_join (thread, NULL);
    }
  CHECK (rp_monitor_is_on ());
  fake_stop ();
  CHECK (rp_thread_is_main () && !thread_was_main && !thread_was_on);
  CHECK (scratch[7] == 1 && !fake_has_any (FAKE_WRITE, scratch, 8));
  CHECK (rp_threads_ran_code ());
}

static pthread_barrier_t both;

static void *
stay (void *argument)
{
  pthread_barrier_wait (&both);
  pthread_barrier_wait (&both);
  return argument;
}

TEST (other_threads_are_counted)
{
  pthread_t thread;
  pthread_barrier_init (&both, NULL, 2);
  CHECK_INT (pthread_create (&thread, NULL, stay, NULL), 0);
  pthread_barrier_wait (&both);
  CHECK_INT (rp_threads_others (), 1);
  CHECK (rp_threads_wait ());
  pthread_barrier_wait (&both);
  pthread_join (thread, NULL);
  CHECK (!rp_threads_wait ());
}

static int runs;
static bool handler_was_on;

static void
on_signal (int number)
{
  runs += number == SIGUSR1;
  handler_was_on = rp_monitor_is_on ();
  memset (scratch, 2, 4);
}

static void
on_signal_with_info (int number, siginfo_t *info, void *context)
{
  (void) context;
  runs += 10 * (info->si_signo == number);
}

TEST (handlers_run_unseen)
{
  runs = 0;
  handler_was_on = true;
  fake_start ();
  CHECK (signal (SIGUSR1, on_signal) == SIG_DFL);
  raise (SIGUSR1);
  CHECK (rp_monitor_is_on ());
  fake_stop ();
  CHECK (runs == 1 && !handler_was_on && scratch[3] == 2);
  CHECK (!fake_has_any (FAKE_WRITE, scratch, 4));
  CHECK (signal (SIGUSR1, SIG_IGN) == on_signal);
  CHECK (signal (SIGUSR1, SIG_DFL) == SIG_IGN);
}

TEST (programs_see_their_own_handlers)
{
  struct sigaction wanted = { .sa_sigaction = on_signal_with_info, .sa_flags = SA_SIGINFO }, got;
  runs = 0;
  fake_start ();
  CHECK_INT (sigaction (SIGUSR2, &wanted, NULL), 0);
  fake_stop ();
  CHECK (fake_has_all (FAKE_READ, &wanted, sizeof wanted));
  raise (SIGUSR2);
  CHECK_INT (runs, 10);
  CHECK_INT (sigaction (SIGUSR2, NULL, &got), 0);
  CHECK (got.sa_sigaction == on_signal_with_info && (got.sa_flags & SA_SIGINFO));
  wanted = (struct sigaction) { .sa_handler = on_signal };
  CHECK_INT (sigaction (SIGUSR2, &wanted, &got), 0);
  CHECK (got.sa_sigaction == on_signal_with_info);
  CHECK_INT (sigaction (SIGUSR2, NULL, &got), 0);
  CHECK (got.sa_handler == on_signal && !(got.sa_flags & SA_SIGINFO));
  CHECK (signal (SIGUSR2, SIG_DFL) == on_signal);
  errno = 0;
  CHECK (sigaction (SIGKILL, &wanted, NULL) == -1 && errno == EINVAL);
}

static sigjmp_buf back;

static void
jump_out (int number)
{
  siglongjmp (back, number);
}

TEST (handlers_may_jump_out)
{
  volatile int jumps = 0;
  signal (SIGUSR1, jump_out);
  fake_start ();
  if (sigsetjmp (back, 1) == SIGUSR1)
    jumps++;
  if (jumps < 2)
    raise (SIGUSR1);
  CHECK (rp_monitor_is_on ());
  fake_stop ();
  CHECK_INT (jumps, 2);
  signal (SIGUSR1, SIG_DFL);
}

static __thread int own = 5;
static int shared;

TEST (thread_locals)
{
  uintptr_t low, high;
  rp_tls_range (&low, &high);
  CHECK (low <= (uintptr_t) &own && (uintptr_t) (&own + 1) <= high);
  CHECK (low <= (uintptr_t) &errno && (uintptr_t) (&errno + 1) <= high);
  CHECK ((uintptr_t) &shared < low || (uintptr_t) &shared >= high);
  CHECK ((uintptr_t) &low < low || (uintptr_t) &low >= high);
  CHECK (high - low < 1 << 20);
}

TEST (mappings_are_new)
{
  fake_start ();
  char *pages = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fake_stop ();
  CHECK (fake_has_just (FAKE_FORGET, pages, 8192));
  fake_start ();
  CHECK_INT (munmap (pages, 8192), 0);
  fake_stop ();
  CHECK (fake_has_just (FAKE_WRITE, pages, 8192) && fake_has_just (FAKE_FORGET, pages, 8192));
}
