#include "report/report.h"
#include "test.h"

#include <stdlib.h>

static void
check_lines (const rp_report *report, const char *expected)
{
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  rp_report_line (report, out);
  fclose (out);
  CHECK_STR (text, expected);
  free (text);
}

static rp_access_ref
access_at (uint32_t line, uint32_t column, bool is_write)
{
  return (rp_access_ref) { .is_write = is_write, .at = { "f.rp", line, column, line, column + 1 } };
}

TEST (lines_do_not_depend_on_the_schedule)
{
  rp_finding finding = { .rule = RP_RULE_RACE, .object = { .name = "A[3]" }, .access_count = 2 };
  for (int swap = 0; swap < 2; swap++)
    {
      rp_report report = { 0 };
      finding.accesses[swap] = access_at (9, 1, true);
      finding.accesses[!swap] = access_at (12, 1, false);
      rp_report_add (&report, &finding);
      check_lines (&report, "RP001 certain write-read A f.rp:9 f.rp:12\nverdict findings\n");
      rp_report_clear (&report);
    }
}

TEST (columns_decide_on_one_line)
{
  rp_report report = { 0 };
  rp_finding finding = { .rule = RP_RULE_RACE,
                         .certainty = RP_POSSIBLE,
                         .object = { .name = "x" },
                         .access_count = 2,
                         .accesses = { access_at (9, 7, true), access_at (9, 3, false) } };
  rp_report_add (&report, &finding);
  check_lines (&report, "RP001 possible read-write x f.rp:9 f.rp:9\nverdict undecided\n");
  rp_report_clear (&report);
}

TEST (lines_are_sorted_and_the_verdict_is_last)
{
  rp_report report = { 0 };
  rp_waiting waiting[]
    = { { .at = { .file = "f.rp", .line = 7 } }, { .at = { .file = "f.rp", .line = 2 } } };
  rp_finding deadlock = { .rule = RP_RULE_DEADLOCK, .waiting = waiting, .waiting_count = 2 };
  rp_finding assertion
    = { .rule = RP_RULE_ASSERTION, .access_count = 1, .accesses = { access_at (4, 1, false) } };
  rp_report_add (&report, &assertion);
  rp_report_add (&report, &deadlock);
  check_lines (&report, "RP002 certain - - f.rp:2 f.rp:7\n"
                        "RP006 certain - - f.rp:4\n"
                        "verdict findings\n");
  rp_report_clear (&report);
  check_lines (&report, "verdict race-free\n");
}

TEST (odd_names_are_one_word)
{
  rp_report report = { 0 };
  rp_finding finding = { .rule = RP_RULE_RACE,
                         .object = { .name = "operator ()" },
                         .access_count = 2,
                         .accesses = { access_at (9, 7, true), access_at (9, 3, false) } };
  finding.accesses[0].at.file = finding.accesses[1].at.file = "a b\n\\gr\303\266\377.c";
  rp_report_add (&report, &finding);
  check_lines (&report, "RP001 certain read-write operator\\x20() "
                        "a\\x20b\\x0a\\x5cgr\303\266\\xff.c:9 "
                        "a\\x20b\\x0a\\x5cgr\303\266\\xff.c:9\nverdict findings\n");
  rp_report_clear (&report);
}
