/* How a program under test ends: by itself, since the runtime stops it, by a crash, or by a signal
 * from outside. */
#include "hooks/engine.h"
#include "hooks/explored.h"
#include "hooks/interrupt.h"
#include "hooks/libc_real.h"
#include "hooks/threads.h"
#include "hooks/units.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static rp_engine_state *const engine = &rp_engine_now;

/* Fortran's library has buffers of its own; NULL: all of them. */
extern void _gfortran_flush_i4 (int *unit) __attribute__ ((weak));

/* So has what a program counts that is built with --coverage. */
extern void __gcov_dump (void) __attribute__ ((weak));

/* Where debuggers stop; `up' leads to what is wrong. */
void __attribute__ ((noinline, used))
rp_breakpoint (void)
{
  __asm__ volatile ("");
}

void
rp_engine_incident (int rule, uint32_t where, const char *text)
{
  rp_breakpoint ();
  rp_explored_incident (rule, where, text);
  RP_VEC_PUSH (&engine->incidents,
               (rp_raw_incident) { rule, rp_monitor_task (), where, strdup (text) });
}

/* Explored, one schedule may show several. */
static void
keep_failures (rp_runtime *rt)
{
  size_t count;
  const rp_failure *failures = rp_runtime_failures (rt, &count);
  for (size_t i = 0; i < count; i++)
    if (failures[i].stop == RP_STOP_MISUSE)
      RP_VEC_PUSH (&engine->incidents,
                   (rp_raw_incident) { RP_ENGINE_MISUSE, failures[i].task, failures[i].site,
                                       strdup (failures[i].message) });
}

void
rp_engine_stopped (rp_runtime *rt)
{
  rp_monitor_inside = 1;
  rp_stop_info stop = rp_runtime_stop_info (rt);
  rp_breakpoint ();
  const char *kind = stop.stop == RP_STOP_DEADLOCK ? "deadlock"
                     : stop.stop == RP_STOP_MISUSE ? "misuse"
                     : stop.stop == RP_STOP_LIMIT  ? "limit"
                                                   : "race";
  if (engine->explored)
    {
      rp_units_remark ();
      rp_explored_stopped (rt);
      keep_failures (rt);
      kind = stop.stop == RP_STOP_MISUSE ? "race" : kind;
    }
  if (engine->with_graph && (stop.stop != RP_STOP_REQUEST || engine->explored))
    rp_graph_engine_end ();
  int status = engine->explored && !engine->with_graph
                 ? 0
                 : rp_raw_report_end (kind, stop.message, 0);
  fflush (NULL);
  rp_exit_now (status);
}

/* An exit status tells that something went wrong, if only in some schedules. */
static void
note_status (int status)
{
  char text[64];
  if (!engine->explored || !status)
    return;
  snprintf (text, sizeof text, "the program exits with status %d", status);
  rp_engine_incident (RP_ENGINE_CRASH, engine->exit_where, text);
}

void
rp_engine_note_threads (void)
{
  static bool is_noted;
  if (is_noted || !rp_threads_ran_code ())
    return;
  is_noted = true;
  rp_monitor_remark (RP_REMARK_UNSEEN, "the program has threads of its own, and what they did was not checked");
}

/* Whether there is something to report, and by this process: one that vfork made shares our memory. */
static bool
is_to_report (void)
{
  return engine->started && !engine->ended && rp_thread_is_main () && rp_raw_report_is_ours ();
}

/* Only the lowest byte of the status gets to the parent process, whatever the program says. */
static int
seen_status (int status)
{
  return status & 255;
}

/* The program ends with STATUS by CALL. AT_ONCE: tasks that have not ended never will. Returns the status to end
 * with. */
static int
report_end (int status, const char *call, bool at_once)
{
  rp_monitor_inside = 1;
  const char *stop = NULL;
  engine->stop_task = rp_monitor_task ();
  engine->stop_where = engine->exit_where;
  note_status (status);
  rp_engine_note_threads ();
  if (engine->stop_task == 0 && !(at_once && rp_runtime_has_open_tasks (engine->runtime)))
    rp_runtime_end (engine->runtime);
  else
    {
      stop = "exit-in-task";
      if (engine->explored)
        rp_explored_partial (call, engine->exit_where);
    }
  engine->ended = true;
  if (engine->explored)
    {
      rp_units_remark ();
      rp_explored_end (status);
    }
  if (engine->with_graph)
    rp_graph_engine_end ();
  if (engine->explored && !engine->with_graph)
    return status;
  return rp_raw_report_end (stop, stop ? call : NULL, status);
}

static void
end (int status, void *context)
{
  (void) context;
  if (!is_to_report ())
    return;
  int seen = seen_status (status), shown = report_end (seen, "the program called exit", false);
  if (shown == seen)
    return;
  if (_gfortran_flush_i4)
    _gfortran_flush_i4 (NULL);
  if (__gcov_dump)
    __gcov_dump ();
  fflush (NULL);
  rp_exit_now (shown);
}

int
rp_engine_ends_at_once (int status, const char *call)
{
  if (!is_to_report ())
    return status;
  engine->keeps_buffers = true;
  return report_end (seen_status (status), call, true);
}

static void
end_quickly (void)
{
  if (!engine->quick_exit)
    return;
  int shown = rp_engine_ends_at_once (engine->quick_status, "the program called quick_exit");
  if (shown != engine->quick_status)
    rp_exit_now (shown);
}

/* A process of its own reports, so that this one can go on as it was if there is no such program. */
void
rp_engine_is_replaced (void)
{
  if (!is_to_report () || engine->explored)
    return;
  int inside = rp_monitor_inside, saved = errno;
  rp_monitor_inside = 1;
  engine->reports_aside = true;
  pid_t child = RP_REAL (fork) ();
  if (child == 0)
    {
      engine->keeps_buffers = true;
      engine->stop_task = rp_monitor_task ();
      engine->stop_where = engine->exit_where;
      bool is_inside = engine->stop_task || rp_runtime_has_open_tasks (engine->runtime);
      engine->ended = true;
      if (engine->with_graph)
        rp_graph_engine_end ();
      rp_raw_report_aside ("exec", "the program called exec", is_inside);
      rp_exit_now (0);
    }
  engine->reports_aside = false;
  while (child > 0 && RP_REAL (waitpid) (child, NULL, 0) < 0 && errno == EINTR)
    continue;
  rp_monitor_inside = inside;
  errno = saved;
}

/* The return address that a call from where the signal came would have had. */
static uintptr_t
interrupted (const ucontext_t *context)
{
#if defined(__x86_64__)
  return rp_stack_program_pc ((uintptr_t) context->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
  return rp_stack_program_pc (context->uc_mcontext.pc + 1);
#else
  (void) context;
  return 0;
#endif
}

static bool
is_in_program (const ucontext_t *context)
{
#if defined(__x86_64__)
  return rp_stack_is_program ((uintptr_t) context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return rp_stack_is_program (context->uc_mcontext.pc);
#else
  (void) context;
  return false;
#endif
}

/* Explored, a task whose own code crashes stays where it is, and the others go on, as after a failed
 * assertion. This is on the stack of signals, which is free again once nobody runs there: the task
 * never comes back to it. In a library the task may hold locks; then the run ends. */
static void
stay_crashed (int signal, const char *what, uint32_t where)
{
  sigset_t own;
  sigemptyset (&own);
  sigaddset (&own, signal);
  pthread_sigmask (SIG_UNBLOCK, &own, NULL);
  rp_monitor_inside = 1;
  rp_engine_incident (RP_ENGINE_CRASH, where, what);
  rp_stop_request ();
}

static void
crashed (int signal, siginfo_t *info, void *context)
{
  struct sigaction plain = { .sa_handler = SIG_DFL };
  static bool is_reporting; /* a crash while one is reported is the verifier's own */
  rp_explored_unreadable (signal);
  if (engine->explored && rp_monitor_is_on () && is_in_program (context))
    {
      bool is_guard = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
      stay_crashed (signal, is_guard ? "stack overflow in a task" : strsignal (signal),
                    rp_where (interrupted (context)));
    }
  RP_REAL (sigaction) (signal, &plain, NULL);
  if (engine->started && !engine->ended && rp_thread_is_main () && !is_reporting)
    {
      is_reporting = true;
      rp_monitor_inside = 1;
      engine->keeps_buffers = true;
      bool overflow = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
      engine->stop_task = rp_monitor_task ();
      engine->stop_where = signal == SIGABRT && engine->abort_where
                             ? engine->abort_where
                             : rp_where (interrupted (context));
      engine->stop_signal = signal;
      const char *what = !overflow           ? strsignal (signal)
                         : engine->stop_task ? "stack overflow in a task"
                                             : "stack overflow";
      if (engine->explored)
        {
          rp_explored_incident (RP_ENGINE_CRASH, engine->stop_where, what);
          rp_explored_partial ("the program crashes", engine->stop_where);
        }
      engine->ended = true;
      if (engine->with_graph)
        rp_graph_engine_end ();
      if (engine->with_graph || !engine->explored)
        rp_raw_report_end ("signal", what, 128 + signal);
    }
  raise (signal);
}

void
rp_engine_asked_to_end (int signal)
{
  char message[128];
  if (!engine->started || engine->ended)
    return;
  rp_monitor_inside = 1;
  engine->keeps_buffers = true;
  engine->stop_task = rp_monitor_task ();
  engine->stop_signal = signal;
  engine->ended = true;
  if (engine->with_graph)
    rp_graph_engine_end ();
  const char *name = strsignal (signal);
  snprintf (message, sizeof message, "the program was ended by signal %d (%s)", signal, name);
  rp_raw_report_end ("interrupted", message, 128 + signal);
}

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

static void
catch_crashes (void)
{
  size_t bytes = (size_t) 256 * 1024;
  void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  sigaltstack (&(stack_t) { .ss_sp = memory, .ss_size = bytes }, NULL);
  struct sigaction action = { .sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    RP_REAL (sigaction) (crashes[i], &action, NULL);
}

bool
rp_monitor_ending_action (int number, struct sigaction *action)
{
  *action = (struct sigaction) { .sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    if (crashes[i] == number)
      return true;
  return rp_interrupt_action (number, action);
}

void
rp_engine_catch_end (void)
{
  catch_crashes ();
  on_exit (end, NULL);
  at_quick_exit (end_quickly);
}
