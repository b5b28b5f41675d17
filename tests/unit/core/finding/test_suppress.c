#include "core/finding/suppress.h"
#include "test.h"

#include <string.h>

TEST (patterns)
{
  static const struct
  {
    const char *pattern, *text;
    bool matches;
  } rows[] = {
    { "add", "add", true },
    { "add", "my_add_to", true },
    { "add", "ad", false },
    { "^add", "add_to", true },
    { "^add", "my_add", false },
    { "add$", "my_add", true },
    { "add$", "add_to", false },
    { "^add$", "add", true },
    { "a*c", "xabbbcx", true },
    { "a*c", "cba", false },
    { "^a*c$", "abcabd", false },
    { "^a*c$", "abcabc", true },
    { "*", "", true },
    { "^$", "", true },
    { "^$", "x", false },
    { "a**b", "ab", true },
    { "^*.c$", "src/f.c", true },
    { "^*.c$", "src/f.cc", false },
    { "a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!CHECK (rp_suppression_matches (rows[i].pattern, rows[i].text) == rows[i].matches))
      test_note ("%s against %s", rows[i].pattern, rows[i].text);
}

static bool
read_text (rp_suppressions *list, const char *text, uint32_t *line)
{
  rp_source *source = rp_source_from_text ("list", text, strlen (text));
  bool is_good = rp_suppressions_read (list, source, line);
  rp_source_free (source);
  return is_good;
}

TEST (lines)
{
  rp_suppressions list = { 0 };
  uint32_t line;
  CHECK (read_text (&list, "# none\n\n  race:a b \r\ndata-race:x\ndeadlock:*\n*:q", &line));
  CHECK_INT (list.list.count, 4);
  CHECK_STR (list.list.items[0].text, "race:a b");
  CHECK_STR (list.list.items[0].pattern, "a b");
  CHECK_INT (list.list.items[1].rule, RP_RULE_RACE);
  CHECK_INT (list.list.items[2].rule, RP_RULE_DEADLOCK);
  CHECK_INT (list.list.items[3].rule, RP_RULE_NONE);
  CHECK_INT (list.list.items[3].line, 6);
  CHECK (!read_text (&list, "race:x\nrace\n", &line));
  CHECK_INT (line, 2);
  CHECK (!read_text (&list, "races:x", &line));
  rp_suppressions_clear (&list);
}

TEST (findings_move)
{
  rp_report report = { .keep_all = true };
  rp_frame frames[2] = { { "f", { .file = "a.c", .line = 1 } }, { "g", { .file = "b.c" } } };
  rp_finding race = { .rule = RP_RULE_RACE, .object = { .name = "x" }, .access_count = 2 };
  rp_finding deadlock = { .rule = RP_RULE_DEADLOCK, .message = "deadlock" };
  race.accesses[1].frames = frames;
  race.accesses[1].frame_count = 2;
  rp_report_add (&report, &race);
  rp_report_add (&report, &deadlock);
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_FINDINGS);
  static const struct
  {
    const char *text;
    size_t left;
  } rows[] = { { "race:y\n", 2 }, { "deadlock:g", 2 }, { "race:^g$", 1 } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      rp_suppressions list = { 0 };
      uint32_t line;
      CHECK (read_text (&list, rows[i].text, &line));
      rp_suppressions_apply (&list, &report);
      CHECK_INT (report.findings.count, rows[i].left);
      CHECK_INT (report.suppressed.count, 2 - rows[i].left);
      CHECK_INT (list.list.items[0].matched, 2 - rows[i].left);
      rp_suppressions_clear (&list);
    }
  CHECK_INT (rp_report_verdict (&report), RP_VERDICT_FINDINGS);
  CHECK (!report.incomplete);
  CHECK_INT (report.findings.items[0].rule, RP_RULE_DEADLOCK);
  CHECK_STR (report.suppressed.items[0].suppression, "race:^g$");
  rp_report_clear (&report);
}

/* What is left to say after all findings were suppressed by `*:x`. */
static rp_verdict
verdict_without (rp_rule rule, bool stopped_early, bool depends)
{
  rp_report report = { .stopped_early = stopped_early };
  rp_suppressions list = { 0 };
  uint32_t line;
  rp_report_add (&report, &(rp_finding) { .rule = rule, .object = { .name = "x" } });
  if (depends)
    RP_VEC_PUSH (&report.dependences, (rp_dependence) { .kind = RP_DEPENDS_ON_CHOICE });
  CHECK (read_text (&list, "*:x", &line));
  rp_suppressions_apply (&list, &report);
  CHECK_INT (report.findings.count, 0);
  rp_verdict verdict = rp_report_verdict (&report);
  CHECK_INT (rp_report_exit_status (&report), verdict == RP_VERDICT_UNDECIDED ? 67 : 0);
  rp_suppressions_clear (&list);
  rp_report_clear (&report);
  return verdict;
}

TEST (verdicts_after_suppression)
{
  CHECK_INT (verdict_without (RP_RULE_RACE, false, false), RP_VERDICT_ONLY_SUPPRESSED);
  CHECK_INT (verdict_without (RP_RULE_UNDECLARED_ACCESS, false, false), RP_VERDICT_ONLY_SUPPRESSED);
  CHECK_INT (verdict_without (RP_RULE_RACE, false, true), RP_VERDICT_UNDECIDED);
  /* the run went no further */
  CHECK_INT (verdict_without (RP_RULE_RACE, true, false), RP_VERDICT_UNDECIDED);
  CHECK_INT (verdict_without (RP_RULE_DEADLOCK, false, false), RP_VERDICT_UNDECIDED);
  CHECK_INT (verdict_without (RP_RULE_MISUSE, false, false), RP_VERDICT_UNDECIDED);
  CHECK_INT (verdict_without (RP_RULE_ASSERTION, false, false), RP_VERDICT_UNDECIDED);
  CHECK_INT (verdict_without (RP_RULE_CRASH, false, false), RP_VERDICT_UNDECIDED);
  CHECK_INT (verdict_without (RP_RULE_RUN_TIME_ERROR, false, false), RP_VERDICT_UNDECIDED);
}
