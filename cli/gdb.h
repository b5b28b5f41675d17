/* A schedule of a program under gdb. */
#ifndef RP_CLI_GDB_H
#define RP_CLI_GDB_H

#include "compiled.h"
#include "finding/finding.h"

/* Runs the schedule of the subject's last run once more, in a gdb that stops where FINDING is: at
 * the lines of a race, at the signal of a crash, in rp_breakpoint for all else. Returns the exit
 * status; does not come back if gdb could be started. */
int rp_gdb_run (const rp_compiled *compiled, const rp_finding *finding);

#endif
