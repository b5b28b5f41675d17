#include "core/finding/verdict.h"

enum
{
  STATUS_CLEAN = 0,
  STATUS_ERROR = 2,
  STATUS_FINDINGS = 66,
  STATUS_UNDECIDED = 67,
  STATUS_SIGNAL = 128 /* the number of the signal is added */
};

const char *
rp_verdict_name (rp_verdict verdict)
{
  static const char *const names[] = {
    [RP_VERDICT_RACE_FREE] = "race-free",
    [RP_VERDICT_ONLY_SUPPRESSED] = "only-suppressed",
    [RP_VERDICT_FINDINGS] = "findings",
    [RP_VERDICT_UNDECIDED] = "undecided",
    [RP_VERDICT_ERROR] = "error",
  };
  return names[verdict];
}

rp_verdict
rp_verdict_of (const rp_evidence *evidence)
{
  if (evidence->has_error)
    return RP_VERDICT_ERROR;
  if (evidence->has_certain)
    return RP_VERDICT_FINDINGS;
  if (evidence->has_possible || evidence->depends || evidence->is_incomplete || evidence->has_unseen)
    return RP_VERDICT_UNDECIDED;
  return evidence->has_suppressed ? RP_VERDICT_ONLY_SUPPRESSED : RP_VERDICT_RACE_FREE;
}

int
rp_verdict_status (rp_verdict verdict)
{
  static const int statuses[] = {
    [RP_VERDICT_RACE_FREE] = STATUS_CLEAN,
    [RP_VERDICT_ONLY_SUPPRESSED] = STATUS_CLEAN,
    [RP_VERDICT_FINDINGS] = STATUS_FINDINGS,
    [RP_VERDICT_UNDECIDED] = STATUS_UNDECIDED,
    [RP_VERDICT_ERROR] = STATUS_ERROR,
  };
  return statuses[verdict];
}

int
rp_verdict_process_status (rp_verdict verdict, const rp_process_end *end)
{
  if (end->signal)
    return STATUS_SIGNAL + end->signal;
  switch (verdict)
    {
    case RP_VERDICT_RACE_FREE:
    case RP_VERDICT_ONLY_SUPPRESSED:
      return end->status;
    case RP_VERDICT_FINDINGS:
      return end->exitcode ? end->exitcode : end->status;
    case RP_VERDICT_UNDECIDED:
      if (end->is_replaced && end->status && end->status == end->exitcode)
        return end->status;
      break;
    case RP_VERDICT_ERROR:
      break;
    }
  return rp_verdict_status (verdict);
}
