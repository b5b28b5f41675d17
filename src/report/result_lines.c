/* The result lines: a verb, right-aligned in twelve columns, then a text. The line `Result` always says which input the
 * verdict is about. The lines `Scope` have the other limits of the verdict; there are none if the verdict is
 * findings. */
#include "base/term.h"
#include "core/finding/proof.h"
#include "report/phrase.h"
#include "report/report.h"
#include "report/window.h"

#include <inttypes.h>
#include <string.h>

#define VERB_COLUMNS 12

/* Prints a result line with VERB and TEXT. TEXT is clean, perhaps painted. */
static void
print_line (FILE *out, const rp_report_style *style, const char *verb, const char *text)
{
  rp_strbuf line = { 0 };
  rp_strbuf_repeat (&line, " ", VERB_COLUMNS - strlen (verb));
  rp_term_paint (&line, style->result_colour, RP_PAINT_BOLD, verb);
  rp_strbuf_add_char (&line, ' ');
  rp_term_wrap (&line, text, VERB_COLUMNS + 1, VERB_COLUMNS + 1, rp_style_width (style));
  fprintf (out, "%s\n", line.text);
  rp_strbuf_clear (&line);
}

static void
print_checked (const rp_report *report, const rp_report_style *style, FILE *out)
{
  const rp_stats *stats = &report->stats;
  const struct
  {
    uint64_t count;
    const char *one, *several;
    bool always;
  } parts[] = {
    { stats->tasks, "task", "tasks", true },
    { stats->strands, "strand", "strands", false },
    { stats->nodes, "node", "nodes", !stats->strands },
    { stats->edges, "edge", "edges", !stats->strands },
    { stats->accesses, "access", "accesses", true },
    { stats->folded, "folded node", "folded nodes", false },
  };
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (parts[i].always || parts[i].count)
      {
        rp_strbuf_add (&text, i ? ", " : "");
        rp_phrase_count_of (&text, parts[i].count, parts[i].one, parts[i].several);
      }
  rp_strbuf_format (&text, " in %.2f s", stats->seconds);
  if (style->verbose)
    {
      rp_strbuf_format (&text, " (engine %s%s, schedule %s", report->engine ? report->engine : "?",
                        report->on_the_fly ? " on the fly" : "",
                        report->schedule ? report->schedule : "?");
      if (stats->peak_rss_kb)
        rp_strbuf_format (&text, ", peak %.1f MB", (double) stats->peak_rss_kb / 1024);
      if (stats->task_kb && stats->tasks)
        rp_strbuf_format (&text, ", tasks %.1f MB, %.0f bytes each", (double) stats->task_kb / 1024,
                          (double) stats->task_kb * 1024 / (double) stats->tasks);
      if (stats->shadow_kb)
        rp_strbuf_format (&text, ", shadow %.1f MB", (double) stats->shadow_kb / 1024);
      rp_strbuf_add_char (&text, ')');
    }
  print_line (out, style, "Checked", text.text);
  rp_strbuf_clear (&text);
}

static void
print_explored (const rp_report *report, const rp_report_style *style, FILE *out)
{
  const rp_stats *stats = &report->stats;
  rp_strbuf text = { 0 };
  rp_phrase_count (&text, stats->schedules, "schedule");
  rp_strbuf_add (&text, report->incomplete ? " (not all), " : " (all that differ), ");
  if (stats->states)
    {
      rp_phrase_count (&text, stats->states, "state");
      rp_strbuf_add (&text, ", ");
    }
  rp_phrase_count (&text, stats->steps, "step");
  if (style->verbose)
    rp_strbuf_format (&text, ", %llu broken off", (unsigned long long) stats->broken_off);
  rp_strbuf_format (&text, " in %.2f s", stats->seconds);
  if (style->verbose)
    rp_strbuf_format (&text, " (%s, peak %.1f MB)", report->schedule ? report->schedule : "?",
                      (double) stats->peak_rss_kb / 1024);
  print_line (out, style, "Explored", text.text);
  rp_strbuf_clear (&text);
}

static void
print_proved (const rp_report *report, const rp_report_style *style, FILE *out)
{
  const rp_proof *proof = report->proof;
  rp_strbuf text = { 0 };
  if (proof->regions.count)
    {
      rp_phrase_count (&text, proof->regions.count, "region");
      rp_strbuf_format (&text, " (%u proved, %u with a race, %u undecided): ",
                        rp_proof_count_regions (proof, RP_REGION_PROVED),
                        rp_proof_count_regions (proof, RP_REGION_RACE),
                        rp_proof_count_regions (proof, RP_REGION_UNDECIDED));
    }
  rp_phrase_count (&text, proof->pairs.count, "candidate");
  rp_strbuf_format (&text, " (%u read-write, %u write-write), %u refuted", proof->read_write,
                    proof->write_write, rp_proof_count (proof, RP_PROOF_REFUTED));
  rp_strbuf_format (&text, " in %.2f s", report->stats.seconds);
  if (style->verbose)
    rp_strbuf_format (&text,
                      " (candidates %.3f s, counting %.3f s, solving %.3f s, of that %s %.3f s for "
                      "%u questions)",
                      proof->candidate_seconds, proof->counting_seconds, proof->solving_seconds,
                      proof->solver, proof->solver_seconds, proof->questions);
  print_line (out, style, "Examined", text.text);
  rp_strbuf_clear (&text);
}

/* Appends how many FINDINGS of one certainty there are, by rule: "2 data races, 1 deadlock". */
static void
count_certainty (rp_strbuf *out, const rp_finding *findings, size_t finding_count,
                 rp_certainty certainty)
{
  for (size_t i = 0; i < rp_rule_count; i++)
    {
      uint64_t count = 0;
      for (size_t j = 0; j < finding_count; j++)
        count += findings[j].rule == rp_rules[i].rule && findings[j].certainty == certainty;
      if (!count)
        continue;
      rp_strbuf_add (out, out->length ? ", " : "");
      rp_strbuf_format (out, "%" PRIu64 " %s%s", count, certainty == RP_POSSIBLE ? "possible " : "",
                        count == 1 ? rp_rules[i].title : rp_rules[i].plural);
    }
}

static void
count_findings (rp_strbuf *out, const rp_report *report)
{
  count_certainty (out, report->findings.items, report->findings.count, RP_CERTAIN);
  count_certainty (out, report->findings.items, report->findings.count, RP_POSSIBLE);
}

static void
count_suppressed (rp_strbuf *out, const rp_report *report)
{
  count_certainty (out, report->suppressed.items, report->suppressed.count, RP_CERTAIN);
  count_certainty (out, report->suppressed.items, report->suppressed.count, RP_POSSIBLE);
}

static bool
has_certain_race (const rp_report *report)
{
  for (size_t i = 0; i < report->findings.count; i++)
    if (report->findings.items[i].rule == RP_RULE_RACE
        && report->findings.items[i].certainty == RP_CERTAIN)
      return true;
  return false;
}

/* Explains why the verdict is undecided: there are possible findings, the outcome depends on an order, the run,
 * exploration or proof is incomplete, or something was not seen. */
static void
explain_undecided (rp_strbuf *out, const rp_report *report)
{
  count_certainty (out, report->findings.items, report->findings.count, RP_POSSIBLE);
  if (report->dependences.count)
    {
      rp_strbuf_add (out, out->length ? "; " : "");
      rp_strbuf_add (out, "the outcome may depend on ");
      rp_phrase_dependence (out, &report->dependences.items[0]);
      if (report->dependences.count > 1)
        {
          rp_strbuf_add (out, " and ");
          rp_phrase_count (out, report->dependences.count - 1, "more place");
        }
    }
  if (report->incomplete)
    rp_strbuf_format (out, "%s%s", out->length ? "; " : "", report->incomplete);
  if (report->unseen.count)
    rp_strbuf_format (out, "%snot all of the program was seen, as the warning%s", out->length ? "; " : "",
                      report->unseen.count == 1 ? " says" : "s say");
  if ((!report->findings.count && !report->dependences.count) || report->proof)
    return;
  rp_strbuf_format (out, "; run raceproof explore%s%s", report->program ? " " : "",
                    report->program ? report->program : "");
}

static void
print_suppressed (const rp_report *report, const rp_report_style *style, FILE *out)
{
  if (!report->suppressed.count)
    return;
  rp_strbuf kinds = { 0 }, text = { 0 };
  count_suppressed (&kinds, report);
  rp_phrase_count (&text, report->suppressed.count, "finding");
  rp_strbuf_format (&text, ": %s", kinds.text);
  print_line (out, style, "Suppressed", text.text);
  rp_strbuf_clear (&kinds);
  rp_strbuf_clear (&text);
}

/* Explains a verdict whose findings are all suppressed. */
static void
explain_suppressed (rp_strbuf *out, const rp_report *report)
{
  count_suppressed (out, report);
  rp_strbuf_add (out, report->suppressed.count == 1 ? " is suppressed" : " are suppressed");
}

/* Appends ", with teams of 2 to 4 threads", if the sizes are known: with other sizes the program may behave
 * differently. If openmp->together is set, also says how iterations of loops were compared. */
static void
add_openmp (rp_strbuf *out, const rp_openmp_scope *openmp)
{
  if (openmp->most)
    rp_strbuf_format (out, ", with teams of %u", openmp->least);
  if (openmp->most > openmp->least)
    rp_strbuf_format (out, " to %u", openmp->most);
  rp_strbuf_add (out, openmp->most ? " threads" : "");
  if (openmp->together)
    rp_strbuf_add (out, rp_scope_is_as_scheduled (openmp)
                          ? ", static loops as they are dealt out"
                          : ", schedule clauses as written");
}

static void
print_result (const rp_report *report, const rp_report_style *style, FILE *out)
{
  static const struct
  {
    const char *words, *role;
  } verdicts[] = {
    [RP_VERDICT_RACE_FREE] = { "RACE-FREE", RP_PAINT_HELP },
    [RP_VERDICT_ONLY_SUPPRESSED] = { "NO OTHER FINDING", RP_PAINT_WARNING },
    [RP_VERDICT_FINDINGS] = { "FAILED", RP_PAINT_ERROR },
    [RP_VERDICT_UNDECIDED] = { "UNDECIDED", RP_PAINT_WARNING },
    [RP_VERDICT_ERROR] = { "ERROR", RP_PAINT_ERROR },
  };
  rp_verdict verdict = rp_report_verdict (report);
  const char *words = verdict == RP_VERDICT_FINDINGS && has_certain_race (report)
                        ? "NOT RACE-FREE"
                        : verdicts[verdict].words;
  bool has_input = report->input && *report->input;
  rp_strbuf why = { 0 }, plain = { 0 }, text = { 0 };
  rp_strbuf_format (&plain, " for %s", has_input       ? report->input
                                           : report->proof && report->proof->regions.count ? "this file"
                                           : report->proof ? "this model"
                                                           : "this input");
  if (verdict == RP_VERDICT_RACE_FREE || verdict == RP_VERDICT_ONLY_SUPPRESSED)
    {
      bool is_free = verdict == RP_VERDICT_RACE_FREE;
      rp_strbuf_add (&plain, !is_free                    ? ", in this run"
                             : report->dependences.count ? ", under all schedules that do the same in "
                                                           "critical sections, locks and atomic constructs"
                                                         : ", under all schedules");
      if (report->openmp)
        add_openmp (&plain, report->openmp);
      if (report->warnings.count)
        rp_strbuf_add (&plain, report->warnings.count == 1 ? ", but for what the warning names"
                                                           : ", but for what the warnings name");
      if (!is_free)
        explain_suppressed (&why, report);
    }
  else if (verdict == RP_VERDICT_UNDECIDED)
    explain_undecided (&why, report);
  else
    {
      count_findings (&why, report);
      if (report->incomplete)
        rp_strbuf_format (&why, "; %s", report->incomplete);
    }
  if (why.length)
    rp_strbuf_format (&plain, ": %s", why.text);
  if (report->relies_on)
    rp_strbuf_format (&plain, "; relies on %s", report->relies_on);
  rp_term_paint (&text, style->result_colour, verdicts[verdict].role, words);
  rp_term_clean (&text, plain.text, style->utf8);
  print_line (out, style, "Result", text.text);
  rp_strbuf_clear (&why);
  rp_strbuf_clear (&plain);
  rp_strbuf_clear (&text);
}

/* Prints the limits of a verdict without findings. */
static void
print_limits (const rp_report *report, const rp_report_style *style, FILE *out)
{
  if (rp_report_verdict (report) == RP_VERDICT_FINDINGS)
    return;
  for (size_t i = 0; i < rp_phrase_limit_count (report); i++)
    {
      rp_strbuf text = { 0 }, clean = { 0 };
      rp_phrase_limit (&text, report, i);
      rp_term_clean (&clean, text.text, style->utf8);
      print_line (out, style, "Scope", rp_strbuf_text (&clean));
      rp_strbuf_clear (&clean);
      rp_strbuf_clear (&text);
    }
}

/* Returns the finding that the one-line summary is about: the first certain one, else the first; NULL: none. */
static const rp_finding *
foremost (const rp_report *report)
{
  for (size_t i = 0; i < report->findings.count; i++)
    if (report->findings.items[i].certainty == RP_CERTAIN)
      return &report->findings.items[i];
  return report->findings.count ? &report->findings.items[0] : NULL;
}

/* Prints the one-line summary, as sanitizers do, because people and tools look for it in logs. It is not wrapped. */
static void
print_summary (const rp_report *report, const rp_report_style *style, FILE *out)
{
  const rp_finding *finding = foremost (report);
  if (!finding)
    return;
  const rp_rule_text *rule = rp_rule_find (finding->rule);
  const rp_place *place = rp_finding_place (finding);
  rp_strbuf plain = { 0 }, clean = { 0 };
  rp_strbuf_format (&plain, "SUMMARY: raceproof: %s%s",
                    finding->certainty == RP_POSSIBLE ? "possible " : "",
                    rule ? rule->title : "finding");
  if (place->line)
    rp_strbuf_format (&plain, " %s:%u", place->file ? place->file : "?", place->line);
  if (rp_finding_accesses (finding) && rp_access_function_name (&finding->accesses[0]))
    rp_strbuf_format (&plain, " in %s", rp_access_function_name (&finding->accesses[0]));
  rp_term_clean (&clean, plain.text, style->utf8);
  fprintf (out, "%s\n", clean.text);
  rp_strbuf_clear (&plain);
  rp_strbuf_clear (&clean);
}

void
rp_report_result_lines (const rp_report *report, const rp_report_style *style, FILE *out)
{
  if (style->quiet)
    return;
  /* a program that crashed before its report has no counts */
  if (report->proof)
    print_proved (report, style, out);
  else if (rp_phrase_is_explored (report))
    print_explored (report, style, out);
  else if (report->stats.tasks || !report->incomplete)
    print_checked (report, style, out);
  print_suppressed (report, style, out);
  print_result (report, style, out);
  print_limits (report, style, out);
  if (!style->no_summary)
    print_summary (report, style, out);
}
