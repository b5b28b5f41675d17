/* Runs Z3 in a process of its own. If Z3 hangs, crashes or runs out of memory, this process goes on. Questions and
 * answers are SMT-LIB texts. */
#ifndef RP_PROVE_POLY_Z3_PROCESS_H
#define RP_PROVE_POLY_Z3_PROCESS_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <sys/types.h>

/* For tests: answers QUESTION in place of Z3, and stores the answer in TEXT. */
typedef void rp_z3_answer (const char *question, rp_strbuf *text);

typedef struct rp_z3_process
{
  pid_t process; /* 0: not running */
  int socket;
  rp_z3_answer *answer; /* NULL: Z3 */
  unsigned asked, failed;
} rp_z3_process;

/* Sends QUESTION to the solver process, which is started if necessary, and appends the answer to ANSWER. Returns
 * false if SECONDS is not positive or the process cannot be started. Also returns false, and ends the process, if
 * the process dies, SECONDS pass, or the user interrupts the prover before there is an answer. The next question
 * then starts a new process. */
bool rp_z3_ask (rp_z3_process *solver, const char *question, double seconds, rp_strbuf *answer);
void rp_z3_clear (rp_z3_process *solver);

/* Returns the name and version of the solver: "Z3 4.8.12". */
const char *rp_z3_version (void);

#endif
