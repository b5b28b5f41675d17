/* Who interrupts a command still learns what it found: the first signal ends what it does, and the
 * second ends it all. Two that come at once, as from timeout(1), which signals a process and its
 * group, are one. */
#ifndef RP_CLI_INTERRUPT_H
#define RP_CLI_INTERRUPT_H

#include <signal.h>

/* Not 0 after the first SIGINT (Ctrl-C), SIGTERM or SIGHUP. */
extern volatile sig_atomic_t rp_cli_interrupted;

/* From now on; ALSO (or NULL) is called by the handler. A signal that whoever started us ignores
 * stays ignored. */
void rp_cli_catch_interrupts (void (*also) (void));

#endif
