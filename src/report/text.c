/* The form for people: for each finding a headline that stands alone, the source with both accesses
 * marked, and then why: the object, the order that is missing, where the tasks come from. */
#include "base/panic.h"
#include "core/finding/proof.h"
#include "report/details.h"
#include "report/page.h"
#include "report/phrase.h"
#include "report/report.h"
#include "report/window.h"

#include <inttypes.h>
#include <string.h>

/* How much is shown without -v. */
enum
{
  MAX_DEPENDENCES = 4,
  MAX_MARKS = 16
};

typedef struct mark_list
{
  rp_mark items[MAX_MARKS];
  rp_strbuf labels[MAX_MARKS];
  size_t count;
} mark_list;

/* Adds a mark at PLACE. Returns the buffer for its label. */
static rp_strbuf *
add_mark (mark_list *marks, const rp_place *place, bool is_primary)
{
  RP_ASSERT (marks->count < MAX_MARKS);
  marks->items[marks->count] = (rp_mark) { *place, "", is_primary };
  return &marks->labels[marks->count++];
}

static void
print_window (rp_page *page, mark_list *marks)
{
  for (size_t i = 0; i < marks->count; i++)
    marks->items[i].label = rp_strbuf_text (&marks->labels[i]);
  page->gutter = rp_window_gutter (marks->items, marks->count);
  rp_window_print (&page->text, marks->items, marks->count, page->gutter, &page->sources,
                   page->style);
  for (size_t i = 0; i < marks->count; i++)
    rp_strbuf_clear (&marks->labels[i]);
}

/* Appends "task 4 (i=1) writes, step 9"; "in task 4 (i=1), step 9" if the finding is not about an access. */
static void
label_access (const rp_page *page, rp_strbuf *out, const rp_finding *finding, uint32_t which)
{
  const rp_access_ref *access = &finding->accesses[which];
  rp_strbuf rest = { 0 };
  if (rp_finding_is_access (finding))
    {
      rp_strbuf_add_char (&rest, ' ');
      rp_phrase_operation (&rest, access, finding->words, which == 1);
    }
  else
    {
      rp_page_add_clean (page, out, "in ");
      if (access->step)
        rp_strbuf_format (&rest, ", step %" PRIu64, access->step);
    }
  rp_page_task (page, out, &access->task);
  rp_page_add_clean (page, out, rp_strbuf_text (&rest));
  rp_strbuf_clear (&rest);
}

/* Marks the construct at which both sides come together, if its place is known. */
static void
mark_join (const rp_page *page, mark_list *marks, const rp_order *order)
{
  if (!order || !order->met.line)
    return;
  rp_strbuf label = { 0 };
  rp_phrase_meeting_label (&label, order);
  rp_page_add_clean (page, add_mark (marks, &order->met, false), label.text);
  rp_strbuf_clear (&label);
}

static void
mark_waiting (const rp_page *page, mark_list *marks, const rp_finding *finding)
{
  rp_wait_group groups[RP_MAX_WAIT_GROUPS];
  uint32_t others;
  size_t count = rp_wait_groups (finding, groups, &others);
  for (size_t i = 0; i < count && i < RP_MAX_WAIT_MARKS; i++)
    rp_wait_group_describe (page, add_mark (marks, &groups[i].first->at, true), &groups[i]);
}

static void
print_finding_window (rp_page *page, const rp_finding *finding)
{
  mark_list marks = { 0 };
  for (uint32_t i = 0; i < rp_finding_accesses (finding); i++)
    label_access (page, add_mark (&marks, &finding->accesses[i].at, true), finding, i);
  mark_join (page, &marks, finding->order);
  mark_waiting (page, &marks, finding);
  print_window (page, &marks);
}

static void
print_folded (rp_page *page, const rp_finding *finding)
{
  if (finding->count < 2)
    return;
  rp_strbuf text = { 0 };
  rp_phrase_count (&text, finding->count - 1,
                   finding->access_count == 2 ? "more conflict" : "more occurrence");
  rp_strbuf_format (&text,
                    " of the same statements, on other elements or of other kinds, %s "
                    "folded in (--all)",
                    finding->count == 2 ? "is" : "are");
  rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
  rp_strbuf_clear (&text);
}

static void
print_finding (rp_page *page, const rp_report *report, const rp_finding *finding)
{
  bool is_possible = finding->certainty == RP_POSSIBLE;
  rp_strbuf text = { 0 };
  rp_phrase_headline (&text, finding);
  rp_page_headline (page, is_possible ? RP_PAINT_WARNING : RP_PAINT_ERROR,
                    is_possible ? "warning" : "error", (int) finding->rule, text.text);
  page->home = rp_finding_place (finding)->file;
  print_finding_window (page, finding);
  rp_details_print (page, finding);
  print_folded (page, finding);
  rp_strbuf_clear (&text);
  rp_phrase_note (&text, finding);
  if (text.length)
    rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
  if (finding->help)
    rp_page_remark (page, RP_PAINT_HELP, "help", finding->help);
  rp_strbuf_clear (&text);
  if (is_possible && report->proof && report->proof->regions.count)
    rp_strbuf_add (&text,
                   "compiled with raceproof cc, the program shows what happens with these values");
  else if (is_possible && report->proof)
    rp_strbuf_add (&text, "raceproof run with these values shows what happens");
  else if (is_possible && finding->is_schedule_unknown)
    rp_strbuf_add (
      &text, "raceproof run --loops=as-scheduled, if the loops have a clause schedule(static)");
  else if (is_possible)
    rp_strbuf_format (&text, "raceproof explore %s  decides it: it tries every order",
                      report->program ? report->program : "");
  else
    rp_strbuf_format (&text, "raceproof explain RP%03d", (int) finding->rule);
  rp_page_remark (page, RP_PAINT_HELP, "help", text.text);
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&text);
}

static bool
is_same_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && a->column == b->column && a->end_column == b->end_column
         && !strcmp (a->file ? a->file : "", b->file ? b->file : "");
}

static void
print_dependence (rp_page *page, const rp_dependence *dependence)
{
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, "the outcome may depend on ");
  rp_phrase_dependence (&text, dependence);
  rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
  rp_strbuf_clear (&text);
  mark_list marks = { 0 };
  if (dependence->at.line)
    add_mark (&marks, &dependence->at, false);
  if (dependence->other.line && !is_same_place (&dependence->at, &dependence->other))
    add_mark (&marks, &dependence->other, false);
  print_window (page, &marks);
}

/* Prints each order dependence that may end in a deadlock, and then one line about all others together: in OpenMP
 * programs these others are common and usually intended. */
static void
mention_dependences (rp_page *page, const rp_report *report)
{
  rp_strbuf text = { 0 };
  size_t count = report->dependences.count;
  for (size_t i = 0; i < report->dependences.count; i++)
    if (rp_dependence_is_deadlock (&report->dependences.items[i]))
      {
        print_dependence (page, &report->dependences.items[i]);
        count--;
      }
  if (!count)
    return;
  rp_strbuf_add (&text, "the outcome may depend on the order of critical sections, locks or atomic "
                        "constructs, at ");
  rp_phrase_count (&text, count, "place");
  rp_strbuf_format (&text, " (-v); raceproof explore %s  tries every order",
                    report->program ? report->program : "");
  rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
  rp_strbuf_clear (&text);
}

static void
print_dependences (rp_page *page, const rp_report *report)
{
  size_t count = report->dependences.count;
  if (!count)
    return;
  if (report->openmp && !page->style->verbose)
    {
      mention_dependences (page, report);
      return;
    }
  size_t most = page->style->verbose ? SIZE_MAX : MAX_DEPENDENCES;
  for (size_t i = 0; i < count && i < most; i++)
    print_dependence (page, &report->dependences.items[i]);
  rp_strbuf text = { 0 };
  if (count > most)
    {
      rp_phrase_count (&text, count - most, "more such place");
      rp_strbuf_add (&text, " (-v)");
      rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
      rp_strbuf_clear (&text);
    }
  rp_strbuf_format (&text, "raceproof explore %s  tries every order that matters",
                    report->program ? report->program : "");
  rp_page_remark (page, RP_PAINT_HELP, "help", text.text);
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&text);
}

/* Prints "x.rp:12: `acquire write x;` before this statement, `release write x;` after it". */
static void
print_suggestion (rp_page *page, const rp_suggestion *suggestion)
{
  rp_strbuf text = { 0 };
  rp_phrase_place (&text, &suggestion->at, NULL);
  rp_strbuf_format (&text, ": `%s` %s this statement", suggestion->before,
                    suggestion->after ? "before" : "around");
  if (suggestion->after)
    rp_strbuf_format (&text, ", `%s` %s", suggestion->after,
                      suggestion->where ? suggestion->where : "after it");
  rp_page_remark (page, RP_PAINT_HELP, "help", text.text);
  rp_strbuf_clear (&text);
}

static void
print_suggestions (rp_page *page, const rp_report *report)
{
  rp_strbuf text = { 0 };
  if (!report->suggestions.count)
    return;
  rp_phrase_count (&text, report->suggestions.count, "statement");
  rp_strbuf_format (&text, " share%s something outside of permission regions (RP010)",
                    report->suggestions.count == 1 ? "s" : "");
  rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
  rp_strbuf_clear (&text);
  for (size_t i = 0; i < report->suggestions.count; i++)
    print_suggestion (page, &report->suggestions.items[i]);
  rp_strbuf_add_char (&page->text, '\n');
}

static void
mention_left_out (rp_page *page, const rp_report *report)
{
  if (!report->left_out)
    return;
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, "at least ");
  rp_phrase_count (&text, report->left_out, "more pair");
  rp_strbuf_add (&text, " of accesses to these objects (--all)");
  rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&text);
}

void
rp_report_text (const rp_report *report, const rp_report_style *style, FILE *out)
{
  rp_page page = { .style = style, .sources = { .given = report->source } };
  for (size_t i = 0; i < report->findings.count; i++)
    {
      print_finding (&page, report, &report->findings.items[i]);
      rp_page_flush (&page, out);
    }
  mention_left_out (&page, report);
  print_dependences (&page, report);
  print_suggestions (&page, report);
  if (report->proof && !style->quiet)
    rp_report_proof (report, style, out);
  for (size_t i = 0; i < report->unseen.count; i++)
    rp_page_remark (&page, RP_PAINT_WARNING, "warning", report->unseen.items[i]);
  for (size_t i = 0; i < report->warnings.count; i++)
    rp_page_remark (&page, RP_PAINT_WARNING, "warning", report->warnings.items[i]);
  if (report->stopped_early)
    rp_page_remark (&page, RP_PAINT_NOTE, "note",
                    "stopped at the end of the first racy region; --keep-going checks the rest");
  rp_page_flush (&page, out);
  rp_sources_clear (&page.sources);
}
