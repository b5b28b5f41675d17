/* The verdict and the exit status. Only this module decides them, for models, compiled programs and proofs,
 * in the command and at the end of a program that was started directly. */
#ifndef RP_CORE_FINDING_VERDICT_H
#define RP_CORE_FINDING_VERDICT_H

#include <stdbool.h>

typedef enum rp_verdict
{
  RP_VERDICT_RACE_FREE,
  RP_VERDICT_ONLY_SUPPRESSED, /* all findings are suppressed: no claim beyond this run */
  RP_VERDICT_FINDINGS,
  RP_VERDICT_UNDECIDED,
  RP_VERDICT_ERROR
} rp_verdict;

/* Returns the verdict's word in JSON and in the line form: "race-free" ... */
const char *rp_verdict_name (rp_verdict verdict);

/* The facts that a verdict is decided by. */
typedef struct rp_evidence
{
  bool has_error;      /* a run-time error ended the run */
  bool has_certain;    /* there are certain findings */
  bool has_possible;   /* there are findings that need an order which this run did not show */
  bool depends;        /* the outcome depends on an order, and that counts in this program */
  bool is_incomplete;  /* the run ended before its end */
  bool has_unseen;     /* accesses or iterations were not seen */
  bool has_suppressed; /* findings that the user does not want */
} rp_evidence;

/* Returns the first of these verdicts that applies:
 * - error, if a run-time error ended the run;
 * - findings, if any finding is certain;
 * - undecided, if any finding is possible, the outcome depends on an order, the run is incomplete, or
 *   something was not seen;
 * - only-suppressed, if something was suppressed: after a race the program may go other ways in other
 *   schedules, and nothing is known of those;
 * - race-free. */
rp_verdict rp_verdict_of (const rp_evidence *evidence);

/* Returns the exit status for VERDICT: 0 for race-free and only-suppressed, 66 for findings, 67 for
 * undecided, 2 for error. */
int rp_verdict_status (rp_verdict verdict);

/* How a compiled program ended by itself, and what its user wants. */
typedef struct rp_process_end
{
  int status;       /* its own exit status */
  int signal;       /* the signal that ended it, or 0 */
  bool is_replaced; /* the process became another program by exec, which has reported by itself */
  int exitcode;     /* the option of that name: the status for findings; 0: the program's own */
} rp_process_end;

/* Returns the exit status of the process. A crash gives the status that the shell shows for it. Otherwise the verdict
 * decides, and a clean program keeps its own status. */
int rp_verdict_process_status (rp_verdict verdict, const rp_process_end *end);

#endif
