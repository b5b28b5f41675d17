#include "core/finding/finding.h"
#include "test.h"

#include <string.h>

static rp_place
at (const char *file, uint32_t line, uint32_t column)
{
  return (rp_place) { file, line, column, line, column + 1 };
}

static rp_finding
race (const char *object, rp_place later, rp_place earlier)
{
  return (rp_finding) { .rule = RP_RULE_RACE,
                        .object = { .name = object },
                        .accesses = { { .at = later }, { .at = earlier } },
                        .access_count = 2 };
}

TEST (rules_are_in_order_and_found)
{
  CHECK_INT (rp_rule_count, 10);
  for (size_t i = 0; i < rp_rule_count; i++)
    {
      CHECK_INT (rp_rules[i].rule, i + 1);
      CHECK (rp_rule_find (rp_rules[i].rule) == &rp_rules[i]);
    }
  CHECK_STR (rp_rule_find (RP_RULE_DEADLOCK)->name, "deadlock");
  CHECK (!rp_rule_find (RP_RULE_NONE));
  CHECK (!rp_rule_find ((rp_rule) 99));
}

TEST (object_base_drops_subscripts)
{
  static const struct
  {
    const char *name, *base;
  } rows[] = {
    { "x", "x" },       { "A[3]", "A" },
    { "A[3][4]", "A" }, { "p->row[2].x", "p->row.x" },
    { "A[B[1]]", "A" }, { "odd]name", "odd]name" },
    { "", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      rp_strbuf base = { 0 };
      rp_object_base (rows[i].name, &base);
      CHECK_STR (rp_strbuf_text (&base), rows[i].base);
      rp_strbuf_clear (&base);
    }
}

TEST (equal_findings_fold)
{
  rp_report report = { 0 };
  rp_finding first = race ("A[1]", at ("f", 3, 1), at ("f", 5, 2));
  rp_finding same = race ("A[7]", at ("f", 3, 1), at ("f", 5, 2));
  rp_finding swapped = race ("A[2]", at ("f", 5, 2), at ("f", 3, 1));
  swapped.count = 10;
  rp_report_add (&report, &first);
  rp_report_add (&report, &same);
  rp_finding *kept = rp_report_add (&report, &swapped);
  CHECK_INT (report.findings.count, 1);
  CHECK (kept == &report.findings.items[0]);
  CHECK_INT (kept->count, 12);
  CHECK_STR (kept->object.name, "A[1]");
  rp_report_clear (&report);
}

TEST (different_findings_stay)
{
  rp_report report = { 0 };
  rp_finding findings[] = {
    race ("A[1]", at ("f", 3, 1), at ("f", 5, 2)), race ("B[1]", at ("f", 3, 1), at ("f", 5, 2)),
    race ("A[1]", at ("f", 3, 1), at ("f", 5, 3)), race ("A[1]", at ("g", 3, 1), at ("f", 5, 2)),
    race ("A[1]", at ("f", 3, 1), at ("f", 3, 1)),
  };
  size_t count = sizeof findings / sizeof *findings;
  for (size_t i = 0; i < count; i++)
    rp_report_add (&report, &findings[i]);
  rp_finding other_rule = findings[0];
  other_rule.rule = RP_RULE_NON_DETERMINATE;
  rp_report_add (&report, &other_rule);
  CHECK_INT (report.findings.count, count + 1);
  for (size_t i = 0; i <= count; i++)
    CHECK_INT (report.findings.items[i].count, 1);
  rp_report_clear (&report);
}

TEST (without_an_object_the_message_tells_them_apart)
{
  rp_report report = { 0 };
  rp_finding finding = { .rule = RP_RULE_MISUSE,
                         .message = "release without acquire",
                         .accesses = { { .at = at ("f", 3, 1) } },
                         .access_count = 1 };
  rp_report_add (&report, &finding);
  rp_report_add (&report, &finding);
  finding.message = "next without registration";
  rp_report_add (&report, &finding);
  CHECK_INT (report.findings.count, 2);
  CHECK_INT (report.findings.items[0].count, 2);
  rp_report_clear (&report);
}

TEST (a_certain_finding_replaces_a_possible_one)
{
  rp_report report = { 0 };
  rp_finding finding = race ("x", at ("f", 3, 1), at ("f", 5, 2));
  finding.certainty = RP_POSSIBLE;
  finding.message = "possible";
  rp_report_add (&report, &finding);
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_UNDECIDED);
  finding.certainty = RP_CERTAIN;
  finding.message = "certain";
  rp_report_add (&report, &finding);
  finding.certainty = RP_POSSIBLE;
  finding.message = "possible";
  rp_report_add (&report, &finding);
  CHECK_INT (report.findings.count, 1);
  CHECK_STR (report.findings.items[0].message, "certain");
  CHECK_INT (report.findings.items[0].certainty, RP_CERTAIN);
  CHECK_INT (report.findings.items[0].count, 3);
  rp_report_clear (&report);
}

TEST (keep_all_folds_nothing)
{
  rp_report report = { .keep_all = true };
  rp_finding finding = race ("x", at ("f", 3, 1), at ("f", 5, 2));
  for (int i = 0; i < 3; i++)
    rp_report_add (&report, &finding);
  CHECK_INT (report.findings.count, 3);
  rp_report_clear (&report);
}

TEST (many_findings_keep_their_places)
{
  rp_report report = { 0 };
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t line = 1; line <= 2000; line++)
      {
        rp_finding finding = race ("x", at ("f", line, 1), at ("f", line + 1, 1));
        rp_report_add (&report, &finding);
      }
  if (CHECK_INT (report.findings.count, 2000))
    for (uint32_t i = 0; i < 2000; i++)
      {
        CHECK_INT (report.findings.items[i].accesses[0].at.line, i + 1);
        CHECK_INT (report.findings.items[i].count, 2);
      }
  rp_report_clear (&report);
}

TEST (verdict_and_exit_status)
{
  rp_report report = { 0 };
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_RACE_FREE);
  CHECK_INT (rp_report_exit_status (&report), 0);

  RP_VEC_PUSH (&report.dependences, (rp_dependence) { .kind = RP_DEPENDS_ON_CHOICE });
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_UNDECIDED);
  CHECK_INT (rp_report_exit_status (&report), 67);

  rp_finding finding = race ("x", at ("f", 3, 1), at ("f", 5, 2));
  rp_report_add (&report, &finding);
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_FINDINGS);
  CHECK_INT (rp_report_exit_status (&report), 66);

  rp_finding error = { .rule = RP_RULE_RUN_TIME_ERROR, .message = "division by zero" };
  rp_report_add (&report, &error);
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_ERROR);
  CHECK_INT (rp_report_exit_status (&report), 2);
  CHECK_STR (rp_verdict_name (rp_report_verdict (&report)), "error");
  rp_report_clear (&report);
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_RACE_FREE);
}

TEST (merged_findings_count_together)
{
  rp_finding kept = { .count = 2, .by_default_schedule = true, .is_schedule_unknown = true };
  rp_finding_merge (&kept, &(rp_finding) { .count = 3, .has_two_writes = true, .by_default_schedule = true });
  CHECK_INT (kept.count, 5);
  CHECK (kept.has_two_writes && kept.by_default_schedule && !kept.is_schedule_unknown);
}

TEST (equal_dependences_are_one)
{
  rp_report report = { 0 };
  rp_dependence one = { .kind = RP_DEPENDS_ON_ISOLATED, .object = "`x`", .at = at ("a.c", 3, 1), .other = at ("a.c", 5, 1) };
  rp_dependence other = one;
  rp_report_add_dependence (&report, &one);
  rp_report_add_dependence (&report, &one);
  CHECK_INT (report.dependences.count, 1);
  other.at = at ("a.c", 3, 9);
  rp_report_add_dependence (&report, &other); /* another column: another place, except where lines are folded */
  CHECK_INT (report.dependences.count, 2);
  report.fold_lines = true;
  rp_report_add_dependence (&report, &other);
  CHECK_INT (report.dependences.count, 2);
  other.object = NULL;
  rp_report_add_dependence (&report, &other);
  other.kind = RP_DEPENDS_ON_ATOMIC;
  rp_report_add_dependence (&report, &other);
  other.other = at ("b.c", 5, 1);
  rp_report_add_dependence (&report, &other);
  CHECK_INT (report.dependences.count, 5);
  rp_report_clear (&report);
}
