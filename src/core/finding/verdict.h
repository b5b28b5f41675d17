/* The verdict and the exit status. Only this module decides them: for models, compiled programs and proofs, both in the
 * command and in a program under test that was started directly. */
#ifndef RP_CORE_FINDING_VERDICT_H
#define RP_CORE_FINDING_VERDICT_H

#include <stdbool.h>

typedef enum rp_verdict
{
  RP_VERDICT_RACE_FREE,
  RP_VERDICT_ONLY_SUPPRESSED, /* all findings are suppressed: nothing is claimed about other schedules */
  RP_VERDICT_FINDINGS,
  RP_VERDICT_UNDECIDED,
  RP_VERDICT_ERROR
} rp_verdict;

/* Returns the word for VERDICT in JSON and in the line form: "race-free" ... */
const char *rp_verdict_name (rp_verdict verdict);

/* The facts that decide a verdict. */
typedef struct rp_evidence
{
  bool has_error;      /* a run-time error ended the run */
  bool has_certain;    /* there are certain findings */
  bool has_possible;   /* there are possible findings (rp_certainty) */
  bool depends;        /* the outcome depends on an order; OpenMP programs: and another order may end in a deadlock */
  bool is_incomplete;  /* the run stopped before the end of the program */
  bool has_unseen;     /* the verifier could not see some accesses or iterations */
  bool has_suppressed; /* findings were suppressed */
} rp_evidence;

/* Returns the first of these verdicts that applies:
 * - error, if a run-time error ended the run;
 * - findings, if any finding is certain;
 * - undecided, if any finding is possible, the outcome depends on an order, the run is incomplete, or something was not
 *   seen;
 * - only-suppressed, if a finding was suppressed. The verdict is not race-free, because after a race the program may
 *   behave differently in other schedules, and this run says nothing about them;
 * - race-free. */
rp_verdict rp_verdict_of (const rp_evidence *evidence);

/* Returns the exit status for VERDICT: 0 for race-free and only-suppressed, 66 for findings, 67 for
 * undecided, 2 for error. */
int rp_verdict_status (rp_verdict verdict);

/* How a compiled program ended, and which exit status its user asked for. */
typedef struct rp_process_end
{
  int status;       /* the program's own exit status */
  int signal;       /* the signal that ended the program, or 0 */
  bool is_replaced; /* the process became another program by exec, and that program reported by itself */
  int exitcode;     /* the option `exitcode`: the status for findings; 0: keep the program's own status */
} rp_process_end;

/* Returns the exit status of the process:
 * - after a signal, 128 + the signal, as shells show it;
 * - race-free and only-suppressed: the program's own status;
 * - findings: EXITCODE, or the program's own status if EXITCODE is 0;
 * - undecided: 67. Exception: EXITCODE, if is_replaced and the program after the exec has exited with EXITCODE, which
 *   is not 0;
 * - error: 2. */
int rp_verdict_process_status (rp_verdict verdict, const rp_process_end *end);

#endif
