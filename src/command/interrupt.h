/* A user who interrupts a command still learns what it found. The first signal ends the current work, and the second
 * ends the command. Two signals that come at once count as one: timeout(1), for example, signals a process and its
 * group. */
#ifndef RP_COMMAND_INTERRUPT_H
#define RP_COMMAND_INTERRUPT_H

#include <signal.h>

/* Not 0 after the first SIGINT (Ctrl-C), SIGTERM or SIGHUP. */
extern volatile sig_atomic_t rp_cli_interrupted;

/* Catches signals from now on. At the first signal the handler calls ALSO, which may be NULL. A signal that this
 * process ignores already, as under nohup, stays ignored. */
void rp_cli_catch_interrupts (void (*also) (void));

#endif
