#include "command/present.h"

#include "base/panic.h"
#include "base/settings.h"
#include "base/strbuf.h"
#include "base/term.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
take_settings (rp_present *present)
{
  static const char *const formats[] = { "text", "json", "sarif", "line" };
  static const char *const colors[] = { "auto", "always", "never" };
  const rp_options *settings = &present->settings;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (present->format == RP_FORMAT_TEXT && !strcmp (settings->format, formats[i]))
      present->format = (rp_format) i;
  for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
    if (present->color == RP_COLOR_AUTO && !strcmp (settings->color, colors[i]))
      present->color = (rp_color) i;
  present->verbose |= settings->verbosity > 0;
  present->all |= settings->all;
  if (!present->suppressing && *settings->suppressions)
    present->suppressing = settings->suppressions;
  if (!present->graph_path && *settings->graph)
    present->graph_path = settings->graph;
}

void
rp_present_init (rp_present *present)
{
  rp_settings_take (&present->settings);
  take_settings (present);
}

int
rp_cli_read_suppressions (const char *verb, const char *path, rp_suppressions *suppressions)
{
  if (!path)
    return -1;
  uint32_t line;
  rp_source *source = rp_source_read (path);
  if (!source)
    return rp_cli_error (verb, "cannot read the suppressions `%s': %s", path, strerror (errno));
  bool is_good = rp_suppressions_read (suppressions, source, &line);
  rp_source_free (source);
  if (!is_good)
    return rp_cli_error (verb,
                         "%s:%u: a suppression is `KIND:PATTERN', with KIND race, deadlock, "
                         "misuse, crash ... or *",
                         path, line);
  return -1;
}

/* Returns the rank of this process, which the launcher of an MPI program passes in the environment; NULL if no such
 * launcher runs the program. */
static const char *
rank (void)
{
  static const char *const names[]
    = { "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID" };
  const char *value = NULL;
  for (size_t i = 0; !value && i < sizeof names / sizeof *names; i++)
    value = getenv (names[i]);
  return value;
}

/* Returns PATH with %r replaced by the rank (0 if there is none) and %p by the process id, so that each rank has a
 * file of its own. The caller frees it. */
static char *
expand (const char *path)
{
  rp_strbuf text = { 0 };
  for (const char *at = path; *at; at++)
    if (at[0] == '%' && at[1] == 'r')
      {
        rp_strbuf_add (&text, rank () ? rank () : "0");
        at++;
      }
    else if (at[0] == '%' && at[1] == 'p')
      {
        rp_strbuf_format (&text, "%ld", (long) getpid ());
        at++;
      }
    else
      rp_strbuf_add_char (&text, *at);
  return text.text ? text.text
                   : rp_strdup (""); /* an empty PATH cannot be opened, which is reported */
}

/* In an MPI program, buffers all of FILE, so that each report is written at once and reports of ranks do not mix. */
static void
keep_together (FILE *file)
{
  enum
  {
    REPORT_BYTES = 1 << 20
  };
  if (rank ())
    setvbuf (file, NULL, _IOFBF, REPORT_BYTES);
}

int
rp_present_open (rp_present *present)
{
  int status
    = rp_cli_read_suppressions (present->verb, present->suppressing, &present->suppressions);
  if (status >= 0)
    return status;
  present->output = (rp_output) { .file = present->to_stderr ? stderr : stdout };
  if (!strcmp (present->settings.log_path, "stdout"))
    present->output.file = stdout;
  if (!strcmp (present->settings.log_path, "stderr"))
    present->output.file = stderr;
  if (present->path)
    present->path = present->own_path = expand (present->path);
  if (present->path && !rp_cli_open_output (&present->output, present->path))
    return RP_EXIT_USAGE;
  keep_together (present->output.file);
  if (present->graph_path && !rp_cli_open_output (&present->graph, present->graph_path))
    return RP_EXIT_USAGE;
  return -1;
}

bool
rp_present_log (rp_present *present, long pid)
{
  const char *name = present->settings.log_path;
  if (present->path || !*name || !strcmp (name, "stdout") || !strcmp (name, "stderr"))
    return true;
  rp_strbuf path = { 0 };
  rp_strbuf_format (&path, "%s.%ld", name, pid);
  present->log_path = path.text;
  return rp_cli_open_output (&present->output, present->log_path);
}

rp_program_style
rp_present_style (rp_present *present)
{
  return (rp_program_style) { .symbolize = present->settings.symbolize,
                          .strip_prefix = present->settings.strip_path_prefix,
                          .all = present->all,
                          .suppressions = &present->suppressions };
}

static void
print_matched (const rp_present *present, FILE *out)
{
  const rp_suppressions *list = &present->suppressions;
  uint64_t matched = 0;
  for (size_t i = 0; i < list->list.count; i++)
    matched += list->list.items[i].matched;
  if (!present->settings.print_suppressions || !matched)
    return;
  fprintf (out, "raceproof: matched %" PRIu64 " suppression%s\n", matched, matched == 1 ? "" : "s");
  for (size_t i = 0; i < list->list.count; i++)
    if (list->list.items[i].matched)
      {
        rp_strbuf clean = { 0 };
        rp_term_clean (&clean, list->list.items[i].text, rp_term_is_utf8 ());
        fprintf (out, "%6" PRIu64 " %s\n", list->list.items[i].matched, rp_strbuf_text (&clean));
        rp_strbuf_clear (&clean);
      }
}

static void
print (rp_present *present, const rp_report *report)
{
  FILE *out = present->output.file;
  /* result lines go to the log file if there is one and the format is text, otherwise to stderr; in a log file of
   * another format there are none */
  FILE *status = present->log_path ? out : stderr;
  rp_report_style style = rp_cli_style (present->color, out);
  style.result_colour &= status == stderr;
  style.quiet = present->quiet;
  style.verbose = present->verbose;
  style.no_summary = !present->settings.print_summary;
  switch (present->format)
    {
    case RP_FORMAT_TEXT:
      rp_report_text (report, &style, out);
      break;
    case RP_FORMAT_JSON:
      rp_report_json (report, out);
      break;
    case RP_FORMAT_SARIF:
      rp_report_sarif (report, out);
      break;
    case RP_FORMAT_LINE:
      rp_report_line (report, out);
      break;
    }
  rp_cli_flush_output (&present->output);
  bool is_mixed = present->log_path && present->format != RP_FORMAT_TEXT;
  if (!is_mixed)
    rp_report_result_lines (report, &style, status);
  print_matched (present, is_mixed ? stderr : status);
}

int
rp_present_report (rp_present *present, rp_report *report, const rp_program_result *result)
{
  rp_suppressions_apply (&present->suppressions, report);
  print (present, report);
  if (present->graph.file && result->graph)
    fwrite (result->graph, 1, result->graph_length, present->graph.file);
  rp_process_end end = { .status = result->status,
                         .signal = result->signal,
                         .is_replaced = result->is_replaced,
                         .exitcode = (int) (present->settings.exitcode & 255) };
  return rp_verdict_process_status (rp_report_verdict (report), &end);
}

int
rp_present_close (rp_present *present, int status)
{
  if (present->output.file && present->output.file != stderr)
    status = rp_cli_close_output (&present->output, status);
  if (present->graph.file)
    status = rp_cli_close_output (&present->graph, status);
  rp_suppressions_clear (&present->suppressions);
  free (present->log_path);
  free (present->own_path);
  return status;
}
