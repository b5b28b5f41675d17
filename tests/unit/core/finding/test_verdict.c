#include "core/finding/verdict.h"
#include "test.h"

TEST (verdicts_in_order_of_strength)
{
  static const struct
  {
    rp_evidence evidence;
    rp_verdict verdict;
    int status;
  } rows[] = {
    { { 0 }, RP_VERDICT_RACE_FREE, 0 },
    { { .has_suppressed = true }, RP_VERDICT_ONLY_SUPPRESSED, 0 },
    { { .has_unseen = true, .has_suppressed = true }, RP_VERDICT_UNDECIDED, 67 },
    { { .is_incomplete = true }, RP_VERDICT_UNDECIDED, 67 },
    { { .depends = true }, RP_VERDICT_UNDECIDED, 67 },
    { { .has_possible = true }, RP_VERDICT_UNDECIDED, 67 },
    { { .has_certain = true, .is_incomplete = true, .has_unseen = true }, RP_VERDICT_FINDINGS, 66 },
    { { .has_error = true, .has_certain = true }, RP_VERDICT_ERROR, 2 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      CHECK_INT (rp_verdict_of (&rows[i].evidence), rows[i].verdict);
      CHECK_INT (rp_verdict_status (rows[i].verdict), rows[i].status);
    }
}

TEST (status_of_a_process)
{
  static const struct
  {
    rp_verdict verdict;
    rp_process_end end;
    int status;
  } rows[] = {
    { RP_VERDICT_RACE_FREE, { .status = 3, .exitcode = 66 }, 3 },
    { RP_VERDICT_ONLY_SUPPRESSED, { .status = 3, .exitcode = 66 }, 3 },
    { RP_VERDICT_FINDINGS, { .status = 3, .exitcode = 66 }, 66 },
    { RP_VERDICT_FINDINGS, { .status = 3, .exitcode = 0 }, 3 },
    { RP_VERDICT_UNDECIDED, { .status = 3, .exitcode = 66 }, 67 },
    { RP_VERDICT_UNDECIDED, { .status = 66, .exitcode = 66, .is_replaced = true }, 66 },
    { RP_VERDICT_UNDECIDED, { .status = 0, .exitcode = 0, .is_replaced = true }, 67 },
    { RP_VERDICT_ERROR, { .status = 3, .exitcode = 66 }, 2 },
    { RP_VERDICT_RACE_FREE, { .signal = 11, .exitcode = 66 }, 139 },
    { RP_VERDICT_FINDINGS, { .signal = 6, .exitcode = 66 }, 134 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    CHECK_INT (rp_verdict_process_status (rows[i].verdict, &rows[i].end), rows[i].status);
}
