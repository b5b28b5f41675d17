/* raceproof run PROGRAM: runs a compiled program under the verifier that is linked into it, and prints its report.
 * The program leaves a raw report. If it crashes without one, the crash itself is reported. */
#include "command/program.h"

#include "base/panic.h"
#include "base/settings.h"
#include "base/strbuf.h"
#include "command/present.h"
#include "outside/symbol/symbol.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Process id of the program while it runs, for the signal handler; else 0. */
static volatile sig_atomic_t running;

typedef struct program_run
{
  const struct rp_run_options *options;
  rp_present present;
  char raw_path[4096];
  bool raw_is_file; /* the raw report is a file; otherwise it is in memory, and gone with this process */
  char *graph_path; /* owned; absolute, since the program may change its directory */
  int wait_status;
  rp_report report;
  rp_program_result result;
} program_run;

/* Returns whether the file at PATH begins as an ELF file. */
static bool
is_elf (const char *path)
{
  char magic[4] = "";
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool matches = fd >= 0 && read (fd, magic, 4) == 4 && !memcmp (magic, "\177ELF", 4);
  if (fd >= 0)
    close (fd);
  return matches;
}

bool
rp_cli_is_program (const char *path)
{
  struct stat info;
  size_t length = strlen (path);
  if ((length > 3 && !strcmp (path + length - 3, ".rp")) || stat (path, &info)
      || !S_ISREG (info.st_mode))
    return false;
  return info.st_mode & 0111 || is_elf (path);
}

/* Returns whether the file contains TEXT. This recognises a program that was stripped of its symbols, because it still
 * has the library's strings. */
static bool
has_text (const char *path, const char *text)
{
  struct stat info;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool found = false;
  if (fd >= 0 && fstat (fd, &info) == 0 && info.st_size > 0)
    {
      size_t size = (size_t) info.st_size;
      void *bytes = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
      found = bytes != MAP_FAILED && memmem (bytes, size, text, strlen (text));
      if (bytes != MAP_FAILED)
        munmap (bytes, size);
    }
  if (fd >= 0)
    close (fd);
  return found;
}

int
rp_cli_check_program (const char *verb, const struct rp_run_options *options)
{
  const char *path = options->program_path;
  if (options->params.count)
    return rp_cli_error (verb, "--param is for models; give `%s' its own arguments", path);
  if (access (path, X_OK))
    return rp_cli_error (verb, "cannot run `%s': %s", path, strerror (errno));
  int found = is_elf (path) ? rp_symbols_defines (path, "rp_monitor_inside") : -1;
  if (found == -1)
    return rp_cli_error (verb, "`%s' is neither a model (FILE.rp) nor an ELF executable", path);
  if (found == 0 || (found == -2 && !has_text (path, "raceproof-raw/1")))
    return rp_cli_error (verb, "`%s' was not built with raceproof cc", path);
  return -1;
}

/* Sets RACEPROOF in the environment to the path of this command, unless it is set, so that processes that the
 * program starts can print reports of their own. */
static void
name_command (void)
{
  char path[4096];
  ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0)
    return;
  path[length] = '\0';
  setenv ("RACEPROOF", path, 0);
}

char *
rp_cli_absolute (const char *path)
{
  rp_strbuf whole = { 0 };
  char *here = *path == '/' ? NULL : getcwd (NULL, 0);
  if (here)
    rp_strbuf_format (&whole, "%s/", here);
  rp_strbuf_add (&whole, path);
  free (here);
  return whole.text;
}

/* Adds the options of the command line to the settings for the program. The command line takes precedence over
 * RACEPROOF_OPTIONS. */
static void
apply_options (program_run *run)
{
  const struct rp_run_options *options = run->options;
  rp_options *settings = &run->present.settings;
  if (options->engine_given)
    settings->engine = options->engine == RP_ENGINE_BAGS ? "bags" : "graph";
  else if (options->graph_file || options->on_the_fly)
    settings->engine = "graph";
  settings->on_the_fly |= options->on_the_fly;
  settings->keep_going |= options->keep_going;
  settings->all |= options->all;
  if (options->schedule == RP_SCHEDULE_RANDOM)
    settings->schedule = "random";
  if (options->seed)
    settings->seed = options->seed;
  if (options->task_depth)
    settings->max_task_depth = options->task_depth;
  if (options->loops)
    settings->loops = options->loops;
  if (options->graph_file)
    settings->graph = run->graph_path = rp_cli_absolute (options->graph_file);
}

static bool
set_environment (program_run *run)
{
  apply_options (run);
  setenv ("RACEPROOF_RAW", run->raw_path, 1);
  unsetenv ("RACEPROOF_RAW_OWNER");
  name_command ();
  return rp_settings_leave (&run->present.settings);
}

/* Makes a file in memory for the raw report, and stores in run->raw_path a name by which the program can open it.
 * Returns false if that fails. However the run ends, no file is left behind. */
static bool
make_raw_memory (program_run *run)
{
  int fd = memfd_create ("raceproof", MFD_CLOEXEC);
  if (fd < 0)
    return false;
  snprintf (run->raw_path, sizeof run->raw_path, "/proc/%ld/fd/%d", (long) getpid (), fd);
  if (access (run->raw_path, R_OK | W_OK) == 0)
    return true;
  close (fd);
  return false;
}

static bool
make_raw_file (program_run *run)
{
  if (make_raw_memory (run))
    return true;
  run->raw_is_file = true;
  const char *directory = getenv ("TMPDIR");
  snprintf (run->raw_path, sizeof run->raw_path, "%s/raceproof-XXXXXX",
            directory && *directory ? directory : "/tmp");
  int fd = mkstemp (run->raw_path);
  if (fd < 0)
    {
      rp_cli_error ("run", "cannot write `%s': %s", run->raw_path, strerror (errno));
      return false;
    }
  close (fd);
  return true;
}

/* Handles a signal to this process. If a process sent the signal, passes it on to the program. A signal that was
 * sent to the whole process group then reaches the program twice. A signal from the terminal is not passed on,
 * because the terminal sends it to the program as well. */
static void
pass_on (int number, siginfo_t *info, void *context)
{
  (void) context;
  if (info->si_code <= 0 && running)
    kill ((pid_t) running, number);
}

static const int passed[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
#define PASSED (sizeof passed / sizeof *passed)

static void
catch_signals (struct sigaction before[PASSED])
{
  struct sigaction action = { .sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART };
  for (size_t i = 0; i < PASSED; i++)
    {
      sigaction (passed[i], NULL, &before[i]);
      /* a signal that is ignored, as under nohup, stays ignored */
      if (before[i].sa_handler != SIG_IGN)
        sigaction (passed[i], &action, NULL);
    }
}

static void
restore_signals (const struct sigaction before[PASSED])
{
  for (size_t i = 0; i < PASSED; i++)
    sigaction (passed[i], &before[i], NULL);
}

/* Starts the program and waits for its end. Returns -1 to go on, or the exit status. exec resets the signal handlers of
 * this process, so the program does not have them. */
static int
execute (program_run *run)
{
  const struct rp_run_options *options = run->options;
  size_t count = 0;
  while (options->program_args && options->program_args[count])
    count++;
  char **arguments = rp_calloc (count + 2, sizeof *arguments);
  arguments[0] = (char *) options->program_path;
  for (size_t i = 0; i < count; i++)
    arguments[i + 1] = options->program_args[i];
  struct sigaction before[PASSED];
  catch_signals (before);
  pid_t pid;
  fflush (stdout);
  char *path = rp_cli_absolute (options->program_path);
  int error = posix_spawn (&pid, path, NULL, NULL, arguments, environ);
  free (path);
  free (arguments);
  if (!error)
    {
      running = pid;
      while (waitpid (pid, &run->wait_status, 0) < 0 && errno == EINTR)
        continue;
      running = 0;
    }
  restore_signals (before);
  if (error)
    return rp_cli_error ("run", "cannot run `%s': %s", options->program_path, strerror (error));
  return rp_present_log (&run->present, pid) ? -1 : RP_EXIT_USAGE;
}

static const char *
copy (rp_report *report, const char *text)
{
  return rp_arena_copy (&report->arena, text, strlen (text));
}

/* Returns whether SIGNAL is one that people send to end a program. Such an end is not reported as a crash. */
static bool
is_request (int signal)
{
  return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

/* Adds a finding for the signal that ended the program, if the program's own report has no crash: the signal cannot be
 * caught, or came after the report was written. For a signal that people send to end a program (is_request), only sets
 * report->incomplete. */
static void
add_crash (program_run *run)
{
  rp_report *report = &run->report;
  for (size_t i = 0; i < report->findings.count; i++)
    if (report->findings.items[i].rule == RP_RULE_CRASH)
      return;
  const char *name = strsignal (run->result.signal);
  const char *message = rp_arena_format (&report->arena, "the program was ended by signal %d (%s)",
                                         run->result.signal, name ? name : "unknown");
  if (is_request (run->result.signal))
    {
      report->incomplete = message;
      return;
    }
  rp_finding finding = { .rule = RP_RULE_CRASH, .count = 1, .message = message };
  report->incomplete = "what came after it was not checked";
  rp_report_add (report, &finding);
}

static bool
is_empty (const char *path)
{
  struct stat info;
  return stat (path, &info) == 0 && info.st_size == 0;
}

/* Makes the report of a program that left no raw report, or a raw report that cannot be read for the reason WHY. */
static void
describe_loss (program_run *run, const char *why)
{
  rp_report *report = &run->report;
  report->method = "run";
  report->engine = copy (report, run->present.settings.engine);
  report->schedule = copy (report, run->present.settings.schedule);
  report->input = "";
  report->stats.schedules = 1;
  report->incomplete
    = is_empty (run->raw_path)
        ? "the program ended without a report (by exec or a crash)"
        : rp_arena_format (&report->arena, "the program's report is damaged: %s", why);
}

static int
report (program_run *run)
{
  char *why = NULL;
  /* the verifier in the program failed, and has printed why */
  if (WIFEXITED (run->wait_status) && WEXITSTATUS (run->wait_status) == RP_EXIT_INTERNAL
      && is_empty (run->raw_path))
    return RP_EXIT_INTERNAL;
  rp_program_style style = rp_present_style (&run->present);
  run->report.program = run->options->program_path;
  bool is_read = rp_program_report_read (run->raw_path, &style, &run->report, &run->result, &why);
  if (!is_read)
    {
      describe_loss (run, why);
      run->result.status = WIFEXITED (run->wait_status) ? WEXITSTATUS (run->wait_status) : 0;
    }
  free (why);
  if (run->result.is_replaced && WIFEXITED (run->wait_status))
    run->result.status = WEXITSTATUS (run->wait_status);
  if (WIFSIGNALED (run->wait_status))
    {
      run->result.signal = WTERMSIG (run->wait_status);
      add_crash (run);
    }
  struct rusage usage;
  getrusage (RUSAGE_CHILDREN, &usage);
  if (!run->report.stats.peak_rss_kb)
    run->report.stats.peak_rss_kb = (uint64_t) usage.ru_maxrss;
  return rp_present_report (&run->present, &run->report, &run->result);
}

int
rp_cli_run_program (const struct rp_run_options *options)
{
  int status = rp_cli_check_program ("run", options);
  if (status >= 0)
    return status;
  program_run run = { .options = options,
                      .present = { .verb = "run",
                                   .format = options->format,
                                   .color = options->color,
                                   .quiet = options->quiet,
                                   .verbose = options->verbose,
                                   .all = options->all,
                                   .path = options->output,
                                   .graph_path = options->graph_file,
                                   .suppressing = options->suppressions } };
  rp_present_init (&run.present);
  status = rp_present_open (&run.present);
  if (status < 0 && !make_raw_file (&run))
    status = RP_EXIT_USAGE;
  else if (status < 0)
    {
      if (set_environment (&run))
        status = execute (&run);
      else
        status = rp_cli_error ("run", "the options are longer than %d bytes: a file name is too long",
                               RP_OPTIONS_MAX_TEXT);
      if (status < 0)
        status = report (&run);
      if (run.raw_is_file)
        unlink (run.raw_path);
    }
  status = rp_present_close (&run.present, status);
  free (run.graph_path);
  rp_report_clear (&run.report);
  rp_program_result_clear (&run.result);
  return status;
}
