/* One line per finding, for tests and scripts: the same for every schedule that shows the same findings. */
#include "base/panic.h"
#include "base/term.h"
#include "base/vec.h"
#include "report/phrase.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

typedef RP_VEC (char *) line_list;

static int
compare_numbers (uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

static int
compare_places (const rp_place *a, const rp_place *b)
{
  int by_file = strcmp (a->file ? a->file : "", b->file ? b->file : "");
  int by_line = compare_numbers (a->line, b->line);
  return by_file ? by_file : by_line ? by_line : compare_numbers (a->column, b->column);
}

/* Writes TEXT as one word: blanks, control characters, the backslash and bytes that are not UTF-8 become
 * `\x20` and so on. */
static void
add_word (rp_strbuf *out, const char *text)
{
  for (size_t left = strlen (text); left;)
    {
      size_t length = rp_utf8_length (text, left);
      bool is_plain = length > 1 || (length && (unsigned char) *text > ' ' && *text != '\\' && *text != 127);
      length = length ? length : 1;
      if (is_plain)
        rp_strbuf_add_bytes (out, text, length);
      else
        rp_strbuf_format (out, "\\x%02x", (unsigned char) *text);
      text += length;
      left -= length;
    }
}

static void
add_place (rp_strbuf *out, const rp_place *place)
{
  rp_strbuf_add_char (out, ' ');
  add_word (out, place->file ? place->file : "-");
  rp_strbuf_format (out, ":%u", place->line);
}

static int
compare_waiting (const void *a, const void *b)
{
  return compare_places (&((const rp_waiting *) a)->at, &((const rp_waiting *) b)->at);
}

static void
add_waiting_places (rp_strbuf *out, const rp_finding *finding)
{
  if (!finding->waiting_count)
    return;
  size_t bytes = finding->waiting_count * sizeof *finding->waiting;
  rp_waiting *sorted = rp_malloc (bytes);
  memcpy (sorted, finding->waiting, bytes);
  qsort (sorted, finding->waiting_count, sizeof *sorted, compare_waiting);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    add_place (out, &sorted[i].at);
  free (sorted);
}

static const char *
op_name (const rp_access_ref *access)
{
  return access->is_write ? "write" : "read";
}

static void
describe (rp_strbuf *out, const rp_finding *finding)
{
  const rp_access_ref *low = &finding->accesses[0], *high = &finding->accesses[1];
  bool is_pair = finding->access_count == 2;
  if (is_pair && compare_places (&low->at, &high->at) > 0)
    {
      low = &finding->accesses[1];
      high = &finding->accesses[0];
    }
  rp_strbuf_format (out, "RP%03d %s ", (int) finding->rule, rp_certainty_name (finding->certainty));
  if (is_pair)
    rp_strbuf_format (out, "%s-%s ", op_name (low), op_name (high));
  else
    rp_strbuf_add (out, "- ");
  rp_strbuf object = { 0 };
  if (finding->object.name)
    rp_object_base (finding->object.name, &object);
  add_word (out, object.length ? object.text : "-");
  rp_strbuf_clear (&object);
  if (rp_finding_accesses (finding))
    add_place (out, &low->at);
  if (is_pair)
    add_place (out, &high->at);
  add_waiting_places (out, finding);
}

/* Adds the text of PLAIN to LINES, cleaned of control characters, and empties PLAIN. */
static void
keep_line (line_list *lines, rp_strbuf *plain)
{
  rp_strbuf clean = { 0 };
  rp_term_clean (&clean, rp_strbuf_text (plain), true);
  RP_VEC_PUSH (lines, clean.text);
  rp_strbuf_clear (plain);
}

static int
compare_lines (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
print_lines (line_list *lines, rp_verdict verdict, FILE *out)
{
  if (lines->count)
    qsort (lines->items, lines->count, sizeof *lines->items, compare_lines);
  for (size_t i = 0; i < lines->count; i++)
    {
      fprintf (out, "%s\n", lines->items[i]);
      free (lines->items[i]);
    }
  RP_VEC_CLEAR (lines);
  fprintf (out, "verdict %s\n", rp_verdict_name (verdict));
}

void
rp_report_line (const rp_report *report, FILE *out)
{
  line_list lines = { 0 };
  for (size_t i = 0; i < report->findings.count; i++)
    {
      rp_strbuf plain = { 0 };
      describe (&plain, &report->findings.items[i]);
      keep_line (&lines, &plain);
    }
  for (size_t i = 0; i < report->unseen.count; i++)
    {
      rp_strbuf plain = { 0 };
      rp_strbuf_format (&plain, "unseen %s", report->unseen.items[i]);
      keep_line (&lines, &plain);
    }
  print_lines (&lines, rp_report_verdict (report), out);
}

void
rp_diagnostics_line (const rp_diagnostics *diagnostics, FILE *out)
{
  line_list lines = { 0 };
  for (size_t i = 0; i < diagnostics->list.count; i++)
    {
      const rp_diagnostic *diagnostic = &diagnostics->list.items[i];
      rp_strbuf plain = { 0 };
      rp_strbuf_format (&plain, "RP%03d certain - -", (int) diagnostic->rule);
      add_place (&plain, &diagnostic->at);
      keep_line (&lines, &plain);
    }
  print_lines (&lines, RP_VERDICT_ERROR, out);
}
