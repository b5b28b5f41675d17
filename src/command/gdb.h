/* Runs a schedule of a program under gdb. */
#ifndef RP_COMMAND_GDB_H
#define RP_COMMAND_GDB_H

#include "command/compiled.h"
#include "core/finding/finding.h"

/* Runs the schedule of the subject's last run once more, in a gdb that stops where FINDING is: at the lines of a race,
 * at the signal of a crash, in rp_breakpoint for other findings. Returns only if gdb could not be started, and then
 * returns the exit status. */
int rp_gdb_run (const rp_compiled *compiled, const rp_finding *finding);

#endif
