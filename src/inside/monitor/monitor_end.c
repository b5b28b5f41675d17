/* How a program under test ends: by itself, because the runtime stops it, by a crash, or by a signal from outside. */
#include "inside/engine/engine.h"
#include "inside/explored/explored.h"
#include "inside/hook/libc_real.h"
#include "inside/system/handover.h"
#include "inside/system/interrupt.h"
#include "inside/system/threads.h"
#include "inside/writer/object_files.h"

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

/* Flushes the buffers of UNIT; NULL: of all units. Fortran's library has buffers of its own. */
extern void _gfortran_flush_i4 (int *unit) __attribute__ ((weak));

/* Writes the counters of a program that is built with --coverage. */
extern void __gcov_dump (void) __attribute__ ((weak));

/* Called at every incident, and when the runtime stops the program. A debugger can stop here: `up' leads to the code
 * that caused the incident. */
void __attribute__ ((noinline, used))
rp_breakpoint (void)
{
  __asm__ volatile ("");
}

void
rp_engine_incident (int rule, uint32_t site, const char *text)
{
  rp_breakpoint ();
  rp_explored_incident (rule, site, text);
  RP_VEC_PUSH (&engine->incidents,
               (rp_incident_row) { rule, rp_monitor_task (), site, strdup (text) });
}

/* Records every misuse of a construct as an incident. In exploration, one schedule may show several. */
static void
keep_failures (rp_runtime *rt)
{
  size_t count;
  const rp_failure *failures = rp_runtime_failures (rt, &count);
  for (size_t i = 0; i < count; i++)
    if (failures[i].stop == RP_STOP_MISUSE)
      RP_VEC_PUSH (&engine->incidents,
                   (rp_incident_row) { RP_ENGINE_MISUSE, failures[i].task, failures[i].site,
                                       strdup (failures[i].message) });
}

void
rp_engine_stopped (rp_runtime *rt)
{
  rp_inside_begin ();
  rp_stop_info stop = rp_runtime_stop_info (rt);
  rp_breakpoint ();
  rp_run_end ending = stop.stop == RP_STOP_DEADLOCK ? RP_RUN_END_DEADLOCK
                     : stop.stop == RP_STOP_MISUSE ? RP_RUN_END_MISUSE
                     : stop.stop == RP_STOP_LIMIT  ? RP_RUN_END_LIMIT
                                                   : RP_RUN_END_RACE;
  if (rp_engine_is_explored ())
    {
      rp_units_remark ();
      rp_explored_stopped (rt);
      keep_failures (rt);
      ending = ending == RP_RUN_END_MISUSE ? RP_RUN_END_RACE : ending;
    }
  if (stop.stop != RP_STOP_REQUEST || rp_engine_is_explored ())
    rp_engine_end ();
  int status = rp_engine_kind->has_report ? rp_writer_finish (ending, stop.message, 0) : 0;
  fflush (NULL);
  rp_exit_now (status);
}

/* In exploration, records a nonzero exit status as an incident: some schedules may have it, and others not. */
static void
note_status (int status)
{
  char text[64];
  if (!rp_engine_is_explored () || !status)
    return;
  snprintf (text, sizeof text, "the program exits with status %d", status);
  rp_engine_incident (RP_ENGINE_CRASH, engine->exit_site, text);
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

/* Returns whether this process still has to report its end. A child that vfork made shares our memory, and does not
 * report. */
static bool
is_to_report (void)
{
  return engine->started && !engine->ended && rp_writer_is_own_process ();
}

/* Returns STATUS as the parent process gets it: only its lowest byte. */
static int
seen_status (int status)
{
  return status & 255;
}

/* Called when the main task ends the program, but not at once. Stops the program for misuse if its main function
 * has returned inside a finish. To call exit inside a finish is no misuse: that leaves all functions that have
 * not returned. */
static void
check_finishes (void)
{
  uint32_t site;
  if (!engine->exit_site && rp_finish_is_open (&site))
    rp_stop_misuse (site, "main ends inside a finish that it has begun");
}

/* Writes the report when the program ends with STATUS. CALL is "the program called exit" or the like. AT_ONCE:
 * tasks that have not ended are not executed any more. Returns the status to end with. */
static int
report_end (int status, const char *call, bool at_once)
{
  rp_inside_begin ();
  rp_run_end ending = RP_RUN_END_NORMAL;
  uint32_t task = rp_monitor_task ();
  engine->stop_task = engine->ends_elsewhere ? 0 : task;
  engine->stop_site = engine->exit_site;
  note_status (status);
  rp_engine_note_threads ();
  if (task == 0 && !at_once)
    check_finishes ();
  if (task == 0 && !(at_once && rp_runtime_has_open_tasks (engine->runtime)))
    rp_runtime_end (engine->runtime);
  else
    {
      ending = RP_RUN_END_EXIT_IN_TASK;
      rp_engine_partial (call, engine->exit_site);
    }
  engine->ended = true;
  if (rp_engine_is_explored ())
    {
      rp_units_remark ();
      rp_explored_end (status);
    }
  rp_engine_end ();
  if (!rp_engine_kind->has_report)
    return status;
  return rp_writer_finish (ending, ending == RP_RUN_END_NORMAL ? NULL : call, status);
}

/* ---- by another thread ---- */

__thread uintptr_t rp_engine_end_pc __attribute__ ((tls_model ("initial-exec")));

typedef struct thread_end
{
  uintptr_t pc;
  const char *call; /* "the program called exit" */
  int status;       /* of exit and similar functions: at first the program's own, after the report the status
                     * to end with */
  int signal;       /* of a crash */
} thread_end;

/* Returns the site of PC, where another thread ends the program. The main thread calls this, and drops its own call
 * path, which does not lead to PC. */
static uint32_t
site_elsewhere (uintptr_t pc)
{
  engine->ends_elsewhere = true;
  rp_context_pending = rp_context_lost = rp_context_now = 0;
  return pc ? rp_site_of (pc) : 0;
}

static const char *
say_elsewhere (const char *call)
{
  static char text[128];
  snprintf (text, sizeof text, "a thread of the program's own%s", call + strlen ("the program"));
  return text;
}

static void
report_elsewhere (void *context)
{
  thread_end *by = context;
  rp_inside_begin ();
  engine->exit_site = site_elsewhere (by->pc);
  by->status = report_end (by->status, say_elsewhere (by->call), true);
}

/* Another thread ends the program. The main thread reports this; if it is itself about to end the program, it reports
 * its own end instead. Returns the status to end with. */
static int
end_elsewhere (int status, const char *call)
{
  thread_end by = { .pc = rp_engine_end_pc, .call = call, .status = status };
  rp_handover (report_elsewhere, &by, true);
  return by.status;
}

static void
end (int status, void *context)
{
  (void) context;
  static const char call[] = "the program called exit";
  if (!is_to_report ())
    return;
  int seen = seen_status (status);
  int shown = rp_thread_is_main () ? report_end (seen, call, false) : end_elsewhere (seen, call);
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
  return rp_thread_is_main () ? report_end (seen_status (status), call, true)
                              : end_elsewhere (seen_status (status), call);
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

/* Forks a child process that reports, so that this process can go on as before if exec fails. Called on the main
 * thread. CALL is "the program called exec", or the same about a thread of the program's own. */
static void
report_in_child (uintptr_t pc, const char *call, bool is_elsewhere)
{
  int outer = rp_inside_begin_nested ();
  engine->reports_in_child = true;
  pid_t child = RP_REAL (fork) ();
  if (child == 0)
    {
      engine->keeps_buffers = true;
      uint32_t task = rp_monitor_task ();
      engine->stop_site = is_elsewhere ? site_elsewhere (pc) : rp_site_of (pc);
      engine->stop_task = is_elsewhere ? 0 : task;
      bool is_inside = task || rp_runtime_has_open_tasks (engine->runtime);
      rp_engine_note_threads ();
      engine->ended = true;
      rp_engine_end ();
      rp_writer_finish_child (RP_RUN_END_EXEC, call, is_inside);
      rp_exit_now (0);
    }
  engine->reports_in_child = false;
  while (child > 0 && RP_REAL (waitpid) (child, NULL, 0) < 0 && errno == EINTR)
    continue;
  rp_inside_end_nested (outer);
}

static void
replace_elsewhere (void *context)
{
  const thread_end *by = context;
  report_in_child (by->pc, say_elsewhere (by->call), true);
}

void
rp_engine_is_replaced (uintptr_t pc)
{
  int saved = errno;
  thread_end by = { .pc = pc, .call = "the program called exec" };
  if (!is_to_report () || rp_engine_is_explored ())
    return;
  if (rp_thread_is_main ())
    report_in_child (pc, by.call, false);
  else
    rp_handover (replace_elsewhere, &by, false);
  errno = saved;
}

/* Returns one past the place at which the signal came. If this place is in a library, returns the return address of
 * the program's call into the library. Returns 0 on processors that are not known here. */
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

/* In exploration, a task whose own code crashes stays where it is, and the others go on, as after a failed
 * assertion. This code runs on the signal stack. The task never comes back here, so that stack is free for
 * the next signal. If the crash was in a library, the task may hold the library's locks; then the run ends. */
static void
stay_crashed (int signal, const char *what, uint32_t site)
{
  sigset_t own;
  sigemptyset (&own);
  sigaddset (&own, signal);
  pthread_sigmask (SIG_UNBLOCK, &own, NULL);
  rp_inside_begin ();
  rp_engine_incident (RP_ENGINE_CRASH, site, what);
  rp_stop_request ();
}

/* Reports a crash by SIGNAL. Called on the main thread. */
static void
report_crash (int signal, const char *what)
{
  rp_inside_begin ();
  engine->keeps_buffers = true;
  engine->stop_signal = signal;
  if (rp_engine_is_explored ())
    {
      rp_explored_incident (RP_ENGINE_CRASH, engine->stop_site, what);
      rp_explored_partial ("the program crashes", engine->stop_site);
    }
  engine->ended = true;
  rp_engine_end ();
  if (rp_engine_kind->has_report)
    rp_writer_finish (RP_RUN_END_SIGNAL, what, 128 + signal);
}

static void
report_crash_elsewhere (void *context)
{
  const thread_end *by = context;
  rp_inside_begin ();
  engine->stop_site = site_elsewhere (by->pc);
  rp_engine_note_threads ();
  report_crash (by->signal, by->call);
}

/* Makes the main thread report a crash of this thread. If abort was called, the place is rp_engine_end_pc, not the
 * interrupted one inside libc. */
static void
crash_elsewhere (int signal, const ucontext_t *context)
{
  char text[128];
  thread_end by = { .call = text, .signal = signal };
  snprintf (text, sizeof text, "%s in a thread of the program's own", strsignal (signal));
  by.pc = signal == SIGABRT && rp_engine_end_pc ? rp_engine_end_pc : interrupted (context);
  rp_handover (report_crash_elsewhere, &by, true);
}

static void
crashed (int signal, siginfo_t *info, void *context)
{
  struct sigaction plain = { .sa_handler = SIG_DFL };
  static bool is_reporting; /* a crash during the report is a bug of the verifier, and is not reported */
  rp_explored_unreadable (signal);
  if (rp_engine_is_explored () && rp_monitor_is_on () && is_in_program (context))
    {
      bool is_guard = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
      stay_crashed (signal, is_guard ? "stack overflow in a task" : strsignal (signal),
                    rp_site_of (interrupted (context)));
    }
  RP_REAL (sigaction) (signal, &plain, NULL);
  if (is_to_report () && !is_reporting)
    {
      is_reporting = true;
      if (!rp_thread_is_main ())
        crash_elsewhere (signal, context);
      else
        {
          rp_inside_begin ();
          bool overflow = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
          engine->stop_task = rp_monitor_task ();
          engine->stop_site = signal == SIGABRT && engine->abort_site
                                ? engine->abort_site
                                : rp_site_of (interrupted (context));
          report_crash (signal, !overflow           ? strsignal (signal)
                                : engine->stop_task ? "stack overflow in a task"
                                                    : "stack overflow");
        }
    }
  raise (signal);
}

void
rp_engine_asked_to_end (int signal)
{
  char message[128];
  if (!engine->started || engine->ended)
    return;
  rp_inside_begin ();
  engine->keeps_buffers = true;
  engine->stop_task = rp_monitor_task ();
  engine->stop_signal = signal;
  engine->ended = true;
  rp_engine_end ();
  const char *name = strsignal (signal);
  snprintf (message, sizeof message, "the program was ended by signal %d (%s)", signal, name);
  rp_writer_finish (RP_RUN_END_INTERRUPTED, message, 128 + signal);
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
