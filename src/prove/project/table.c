/* Prints the result for a project: a table of its regions, and of the files that were not read. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "prove/project/project.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct row
{
  const char *file; /* file of the region, which may be a header */
  long long line;
  const char *construct, *function, *verdict;
  const json_t *region, *report;
} row;

typedef RP_VEC (row) row_list;

static const char *
text_of (const json_t *object, const char *key)
{
  return json_string_value (json_object_get (object, key));
}

static long long
number_of (const json_t *object, const char *key)
{
  return (long long) json_integer_value (json_object_get (object, key));
}

static bool
is_listed (const row_list *rows, const row *one)
{
  for (size_t i = 0; i < rows->count; i++)
    if (rows->items[i].line == one->line && !strcmp (rows->items[i].file, one->file)
        && !strcmp (rows->items[i].construct, one->construct)
        && !strcmp (rows->items[i].function, one->function)
        && !strcmp (rows->items[i].verdict, one->verdict))
      return true;
  return false;
}

/* Appends to ROWS one row for each region. A region in a header that several files include has one row for each of its
 * verdicts. */
static void
find_rows (const rp_project *project, row_list *rows)
{
  for (size_t i = 0; i < project->files.count; i++)
    {
      const json_t *report = project->files.items[i].report;
      const json_t *regions = json_object_get (report, "regions");
      for (size_t k = 0; k < json_array_size (regions); k++)
        {
          const json_t *region = json_array_get (regions, k), *at = json_object_get (region, "at");
          const char *file = text_of (at, "file");
          row one = { file ? file : project->files.items[i].path,
                      number_of (at, "line"),
                      text_of (region, "construct"),
                      text_of (region, "function"),
                      text_of (region, "verdict"),
                      region,
                      report };
          if (!is_listed (rows, &one))
            RP_VEC_PUSH (rows, one);
        }
    }
}

size_t
rp_project_count (const rp_project *project, const char *verdict)
{
  row_list rows = { 0 };
  size_t count = 0;
  find_rows (project, &rows);
  for (size_t i = 0; i < rows.count; i++)
    count += !strcmp (rows.items[i].verdict, verdict);
  RP_VEC_CLEAR (&rows);
  return count;
}

size_t
rp_project_count_files (const rp_project *project, rp_file_state state)
{
  size_t count = 0;
  for (size_t i = 0; i < project->files.count; i++)
    count += project->files.items[i].state == state;
  return count;
}

/* Returns whether the SARIF log of some file has a result of this LEVEL. Used because SARIF logs do not list
 * regions. */
static bool
has_level (const rp_project *project, const char *level)
{
  for (size_t i = 0; i < project->files.count; i++)
    {
      const json_t *run
        = json_array_get (json_object_get (project->files.items[i].report, "runs"), 0);
      const json_t *results = json_object_get (run, "results");
      for (size_t k = 0; k < json_array_size (results); k++)
        {
          const char *of = text_of (json_array_get (results, k), "level");
          if (of && !strcmp (of, level))
            return true;
        }
    }
  return false;
}

rp_verdict
rp_project_verdict (const rp_project *project)
{
  rp_evidence evidence = { .has_certain = rp_project_count (project, "race") || has_level (project, "error"),
                           .has_possible = has_level (project, "warning") || has_level (project, "note"),
                           .is_incomplete = rp_project_count (project, "undecided"),
                           .has_unseen = rp_project_count_files (project, RP_FILE_NOT_READ) };
  return rp_verdict_of (&evidence);
}

/* ---- text ---- */

/* Returns PATH relative to the directory HERE, if it is below HERE; else PATH. */
static const char *
shorten (const char *path, const char *here)
{
  size_t length = here ? strlen (here) : 0;
  return length && !strncmp (path, here, length) && path[length] == '/' ? path + length + 1 : path;
}

/* Appends to TEXT the first race of a region: its kind, the object, the lines, and the values of parameters.
 * Appends nothing if the region has no race. */
static void
describe_race (const row *one, rp_strbuf *text)
{
  const json_t *range = json_object_get (one->region, "pairs");
  const json_t *pairs = json_object_get (one->report, "pairs");
  long long first = number_of (range, "first"), count = number_of (range, "count");
  for (long long i = first; i < first + count; i++)
    {
      const json_t *pair = json_array_get (pairs, (size_t) i);
      const char *status = text_of (pair, "status"), *element = text_of (pair, "element");
      const json_t *sides = json_object_get (pair, "accesses");
      if (!status || strcmp (status, "race"))
        continue;
      rp_strbuf_format (text, "%s of %s: ", text_of (pair, "kind"),
                        element ? element : text_of (pair, "variable"));
      for (size_t k = 0; k < 2; k++)
        rp_strbuf_format (text, k ? " and %lld" : "lines %lld",
                          number_of (json_object_get (json_array_get (sides, k), "at"), "line"));
      const char *name, *before = "; ";
      json_t *value;
      json_object_foreach (json_object_get (pair, "params"), name, value)
      {
        rp_strbuf_format (text, "%s%s=%lld", before, name, (long long) json_integer_value (value));
        before = ", ";
      }
      return;
    }
}

static void
describe_row (const row *one, rp_strbuf *text)
{
  const char *reason = text_of (one->region, "reason");
  const char *assumption = text_of (one->region, "assumption");
  if (!strcmp (one->verdict, "race"))
    describe_race (one, text);
  else if (reason)
    rp_strbuf_add (text, reason);
  else if (assumption)
    rp_strbuf_format (text, "if %s", assumption);
}

static void
print_row (FILE *out, const int *widths, const char *place, const char *construct,
           const char *result, const char *reason)
{
  if (*reason)
    fprintf (out, "%-*s  %-*s  %-9s  %s\n", widths[0], place, widths[1], construct, result, reason);
  else
    fprintf (out, "%-*s  %-*s  %s\n", widths[0], place, widths[1], construct, result);
}

static void
widen (int *width, size_t length)
{
  if ((size_t) *width < length && length <= 48)
    *width = (int) length;
}

void
rp_project_text (const rp_project *project, FILE *out)
{
  row_list rows = { 0 };
  char *here = realpath (".", NULL);
  int widths[2] = { 9, 9 };
  find_rows (project, &rows);
  for (size_t i = 0; i < rows.count; i++)
    {
      widen (&widths[0], strlen (shorten (rows.items[i].file, here)) + 6);
      widen (&widths[1], strlen (rows.items[i].construct));
    }
  print_row (out, widths, "file:line", "construct", "result", "reason");
  for (size_t i = 0; i < rows.count; i++)
    {
      rp_strbuf place = { 0 }, reason = { 0 };
      rp_strbuf_format (&place, "%s:%lld", shorten (rows.items[i].file, here), rows.items[i].line);
      describe_row (&rows.items[i], &reason);
      print_row (out, widths, place.text, rows.items[i].construct, rows.items[i].verdict,
                 rp_strbuf_text (&reason));
      rp_strbuf_clear (&place);
      rp_strbuf_clear (&reason);
    }
  for (size_t i = 0; i < project->files.count; i++)
    {
      const rp_project_file *file = &project->files.items[i];
      if (file->state == RP_FILE_NOT_READ)
        print_row (out, widths, shorten (file->path, here), "(file)", "not read", file->reason);
    }
  free (here);
  RP_VEC_CLEAR (&rows);
}

static void
add_count (rp_strbuf *text, size_t count, const char *what)
{
  rp_strbuf_format (text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void
rp_project_result_lines (const rp_project *project, FILE *out)
{
  size_t races = rp_project_count (project, "race"), open = rp_project_count (project, "undecided");
  size_t proved = rp_project_count (project, "proved");
  size_t not_read = rp_project_count_files (project, RP_FILE_NOT_READ);
  size_t empty = rp_project_count_files (project, RP_FILE_WITHOUT_REGIONS);
  rp_verdict verdict = rp_project_verdict (project);
  rp_strbuf text = { 0 };
  add_count (&text, project->files.count, "file");
  rp_strbuf_format (&text, " (%zu without a parallel region, %zu not read), ", empty, not_read);
  add_count (&text, races + open + proved, "region");
  rp_strbuf_format (&text, " (%zu proved, %zu with a race, %zu undecided) in %.2f s", proved, races,
                    open, project->seconds);
  fprintf (out, "%12s %s\n", "Examined", text.text);
  rp_strbuf_clear (&text);
  if (verdict == RP_VERDICT_FINDINGS)
    fprintf (out, "%12s NOT RACE-FREE for this project%s%s\n", "Result",
             project->incomplete ? "; " : "", project->incomplete ? project->incomplete : "");
  else if (verdict == RP_VERDICT_UNDECIDED)
    fprintf (out, "%12s UNDECIDED for this project%s%s\n", "Result", project->incomplete ? ": " : "",
             project->incomplete ? project->incomplete : "");
  else
    fprintf (out,
             "%12s RACE-FREE for this project, for all values of the parameters, under all "
             "schedules\n",
             "Result");
}

/* ---- JSON ---- */

static json_t *
row_object (const row *one)
{
  rp_strbuf reason = { 0 };
  describe_row (one, &reason);
  bool has_reason = strcmp (one->verdict, "proved") && reason.length;
  json_t *object
    = json_pack ("{s:s, s:I, s:s, s:s, s:s, s:s?, s:O?, s:O?}", "file", one->file, "line",
                 (json_int_t) one->line, "function", one->function, "construct", one->construct,
                 "verdict", one->verdict, "reason", has_reason ? reason.text : NULL, "assumption",
                 json_object_get (one->region, "assumption"), "parameters",
                 json_object_get (one->region, "parameters"));
  rp_strbuf_clear (&reason);
  return object;
}

void
rp_project_json (const rp_project *project, FILE *out)
{
  static const char *const states[] = { [RP_FILE_READ] = "read",
                                        [RP_FILE_WITHOUT_REGIONS] = "no-region",
                                        [RP_FILE_NOT_READ] = "not-read" };
  row_list rows = { 0 };
  json_t *files = json_array (), *regions = json_array ();
  find_rows (project, &rows);
  for (size_t i = 0; i < rows.count; i++)
    json_array_append_new (regions, row_object (&rows.items[i]));
  for (size_t i = 0; i < project->files.count; i++)
    {
      const rp_project_file *file = &project->files.items[i];
      json_array_append_new (files, json_pack ("{s:s, s:s, s:s?, s:f, s:O?}", "file", file->path,
                                               "state", states[file->state], "reason", file->reason,
                                               "seconds", file->seconds, "report", file->report));
    }
  json_t *all = json_pack (
    "{s:s, s:s, s:s?, s:s, s:{s:I, s:I, s:I, s:I, s:I}, s:o, s:o}", "schema",
    "raceproof-project/1", "verdict", rp_verdict_name (rp_project_verdict (project)), "incomplete", project->incomplete, "database", project->database, "counts", "files",
    (json_int_t) project->files.count, "notRead",
    (json_int_t) rp_project_count_files (project, RP_FILE_NOT_READ), "proved",
    (json_int_t) rp_project_count (project, "proved"), "race",
    (json_int_t) rp_project_count (project, "race"), "undecided",
    (json_int_t) rp_project_count (project, "undecided"), "regions", regions, "files", files);
  json_dumpf (all, out, JSON_INDENT (2));
  fputc ('\n', out);
  json_decref (all);
  RP_VEC_CLEAR (&rows);
}
