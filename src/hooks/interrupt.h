/* A program that somebody ends, by Ctrl-C or kill, still says what was found so far. */
#ifndef RP_HOOKS_INTERRUPT_H
#define RP_HOOKS_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* Before main, on the main thread: REPORT is called when SIGINT, SIGTERM or another signal that comes from outside
 * would end the program, which it then does. A program with handlers of its own has its way. */
void rp_interrupt_start (void (*report) (int signal));

/* In a signal handler with CONTEXT on the main thread: whether a report can be written there. */
bool rp_interrupt_is_quiet (const void *context);

/* What is done about signal NUMBER; false: nothing. */
bool rp_interrupt_action (int number, struct sigaction *action);

#endif
