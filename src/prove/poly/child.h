/* Waits for the end of a process that the current process has forked. */
#ifndef RP_PROVE_POLY_CHILD_H
#define RP_PROVE_POLY_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Waits until CHILD ends, at most for MILLISECONDS; a signal may end the wait, too. Returns whether CHILD has ended.
 * The caller still has to call waitpid. */
bool rp_child_ends_within (pid_t child, int milliseconds);

#endif
