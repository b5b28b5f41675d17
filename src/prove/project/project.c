#include "prove/project/project.h"

#include "base/clock.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "prove/poly/child.h"
#include "prove/poly/limit.h"
#include "prove/project/database.h"
#include "prove/project/prove_c.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Time limit for one file, if the user gave no limit for the project. */
#define SECONDS_EACH 60
/* A process that is past its time limit gets this long to print its results. Then it is killed. */
#define SECONDS_TO_END 3

/* ---- one file ---- */

/* Proves the file of ENTRY in a process of its own, prints the report into INTO, and ends the process. */
static _Noreturn void
prove_entry (const struct rp_prove_arguments *arguments, const rp_compile_entry *entry,
             double seconds, FILE *into)
{
  struct rp_prove_arguments own = *arguments;
  rp_output out = { .file = into };
  own.run.program_path = entry->path;
  own.run.quiet = true;
  own.run.format = own.run.format == RP_FORMAT_SARIF ? RP_FORMAT_SARIF : RP_FORMAT_JSON;
  own.is_c = own.is_part = true;
  own.seconds = seconds;
  memset (&own.preprocessor, 0, sizeof own.preprocessor);
  for (size_t i = 0; i < entry->options.count; i++)
    RP_VEC_PUSH (&own.preprocessor, entry->options.items[i]);
  for (size_t i = 0; i < arguments->preprocessor.count; i++)
    RP_VEC_PUSH (&own.preprocessor, arguments->preprocessor.items[i]);
  setpgid (0, 0);
  if (chdir (entry->directory) || !freopen ("/dev/null", "w", stderr))
    _exit (RP_EXIT_USAGE);
  int status = rp_cli_prove_c (&own, &out);
  fflush (into);
  _exit (status);
}

/* Waits for CHILD, and returns whether it ended in time: within SECONDS, or within SECONDS_TO_END after an interruption
 * by the user. CHILD has a process group of its own, so Ctrl-C does not reach it; this function passes the interruption
 * on to CHILD. */
static bool
ends_within (pid_t child, double seconds)
{
  bool has_ended;
  double until = rp_seconds () + seconds;
  bool is_asked_to_end = false;
  do
    {
      double left = until - rp_seconds ();
      if (rp_limit_is_interrupted () && !is_asked_to_end)
        {
          is_asked_to_end = !kill (child, SIGINT);
          until = rp_seconds () + SECONDS_TO_END;
          left = SECONDS_TO_END;
        }
      has_ended = rp_child_ends_within (child, is_asked_to_end ? (int) (left > 0 ? left * 1000 : 0)
                                                               : rp_limit_wait (until));
    }
  while (!has_ended && rp_seconds () < until);
  return has_ended;
}

/* Returns the text of the first diagnostic in REPORT, which is a list of errors without a verdict. Returns NULL if
 * there is no diagnostic. The caller frees the text. */
static char *
first_diagnostic (const json_t *report)
{
  const json_t *first = json_array_get (json_object_get (report, "diagnostics"), 0);
  const char *message = json_string_value (json_object_get (first, "message"));
  const json_t *line = json_object_get (json_object_get (first, "at"), "line");
  rp_strbuf text = { 0 };
  if (!message)
    return NULL;
  /* only the cause is taken, since the table names the file */
  const char *cause = json_string_value (json_object_get (first, "cause"));
  message = cause ? cause : message;
  if (line)
    rp_strbuf_format (&text, "line %lld: ", (long long) json_integer_value (line));
  rp_strbuf_add (&text, message);
  return text.text;
}

static void
take_report (rp_project_file *file, FILE *from, int status)
{
  rewind (from);
  json_t *report = json_loadf (from, 0, NULL);
  bool is_report
    = report && (json_object_get (report, "regions") || json_object_get (report, "runs"));
  if (WIFSIGNALED (status))
    file->reason = rp_strdup (strsignal (WTERMSIG (status)));
  else if (is_report)
    {
      file->state
        = json_array_size (json_object_get (report, "regions")) || json_object_get (report, "runs")
            ? RP_FILE_READ
            : RP_FILE_WITHOUT_REGIONS;
      file->report = report;
      return;
    }
  else if (WIFEXITED (status) && WEXITSTATUS (status) == RP_EXIT_CLEAN)
    file->state = RP_FILE_WITHOUT_REGIONS;
  else
    file->reason = first_diagnostic (report);
  if (file->state == RP_FILE_NOT_READ && !file->reason)
    file->reason = rp_strdup ("the process that read it failed");
  json_decref (report);
}

static void
prove_file (const struct rp_prove_arguments *arguments, const rp_compile_entry *entry,
            double seconds, rp_project_file *file)
{
  double start = rp_seconds ();
  FILE *into = tmpfile ();
  int status = 0;
  *file = (rp_project_file) { .path = entry->path, .state = RP_FILE_NOT_READ };
  if (!into)
    {
      file->reason = rp_strdup (strerror (errno));
      return;
    }
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    prove_entry (arguments, entry, seconds, into);
  bool is_late = child > 0 && !ends_within (child, seconds + SECONDS_TO_END);
  if (is_late)
    {
      kill (-child, SIGKILL);
      kill (child, SIGKILL);
    }
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  if (child < 0)
    file->reason = rp_strdup (strerror (errno));
  else if (is_late)
    file->reason = rp_strdup (rp_limit_reason ("the time limit was reached", "interrupted"));
  else
    take_report (file, into, status);
  fclose (into);
  file->seconds = rp_seconds () - start;
}

/* ---- all files ---- */

/* Returns whether an entry is to be proved: the user named its file, or no file. */
static bool
is_wanted (const struct rp_prove_arguments *arguments, const rp_compile_entry *entry)
{
  if (!arguments->run.program_path)
    return true;
  char *path = realpath (arguments->run.program_path, NULL);
  bool is_it = path && !strcmp (path, entry->path);
  free (path);
  return is_it;
}

/* Returns the seconds for the next file. If the user gave a time limit for the project, the remaining time is divided
 * equally among the LEFT remaining files; otherwise each file has SECONDS_EACH. */
static double
share_of_time (const struct rp_prove_arguments *arguments, double start, size_t left)
{
  if (!arguments->is_timed)
    return SECONDS_EACH;
  double rest = arguments->seconds - (rp_seconds () - start);
  return rest / (double) left;
}

static void
prove_all (const struct rp_prove_arguments *arguments, const rp_compile_database *database,
           rp_project *project)
{
  double start = rp_seconds ();
  size_t left = 0;
  for (size_t i = 0; i < database->entries.count; i++)
    left
      += !database->entries.items[i].not_read && is_wanted (arguments, &database->entries.items[i]);
  for (size_t i = 0; i < database->entries.count; i++)
    {
      const rp_compile_entry *entry = &database->entries.items[i];
      rp_project_file file = { .path = entry->path, .state = RP_FILE_NOT_READ };
      if (!is_wanted (arguments, entry))
        continue;
      double seconds = left ? share_of_time (arguments, start, left) : 0;
      if (entry->not_read)
        file.reason = rp_strdup (entry->not_read);
      else if (rp_limit_is_interrupted ())
        file.reason = rp_strdup ("interrupted before");
      else if (seconds < 0.05)
        file.reason = rp_strdup ("the time limit was reached before");
      else
        prove_file (arguments, entry, seconds, &file);
      left -= !entry->not_read;
      RP_VEC_PUSH (&project->files, file);
    }
  project->seconds = rp_seconds () - start;
  if (rp_limit_is_interrupted ())
    project->incomplete = "interrupted before all files were proved";
}

/* Prints one SARIF log with the runs of all files. */
static void
print_sarif (const rp_project *project, FILE *out)
{
  json_t *all = NULL;
  for (size_t i = 0; i < project->files.count; i++)
    {
      json_t *report = project->files.items[i].report;
      if (!all)
        all = json_incref (report);
      else
        json_array_extend (json_object_get (all, "runs"), json_object_get (report, "runs"));
    }
  if (all)
    json_dumpf (all, out, JSON_INDENT (2));
  fputc ('\n', out);
  json_decref (all);
}

static int
exit_status (const rp_project *project)
{
  return rp_verdict_status (rp_project_verdict (project));
}

static void
print (const struct rp_prove_arguments *arguments, const rp_project *project, rp_output *out)
{
  if (arguments->run.format == RP_FORMAT_JSON)
    rp_project_json (project, out->file);
  else if (arguments->run.format == RP_FORMAT_SARIF)
    print_sarif (project, out->file);
  else
    rp_project_text (project, out->file);
  rp_cli_flush_output (out);
  if (!arguments->run.quiet)
    rp_project_result_lines (project, stderr);
}

int
rp_cli_prove_project (const struct rp_prove_arguments *arguments, rp_output *out)
{
  rp_compile_database database;
  char *wrong = rp_compile_database_read (arguments->project, &database);
  rp_project project = { .database = database.path };
  int status = RP_EXIT_USAGE;
  if (wrong)
    rp_cli_error ("prove", "%s", wrong);
  else
    prove_all (arguments, &database, &project);
  if (!wrong && !project.files.count)
    rp_cli_error ("prove", "`%s' does not have the file `%s'", database.path,
                  arguments->run.program_path);
  else if (!wrong)
    {
      print (arguments, &project, out);
      status = exit_status (&project);
    }
  for (size_t i = 0; i < project.files.count; i++)
    {
      json_decref (project.files.items[i].report);
      free (project.files.items[i].reason);
    }
  RP_VEC_CLEAR (&project.files);
  rp_compile_database_clear (&database);
  free (wrong);
  return status;
}
