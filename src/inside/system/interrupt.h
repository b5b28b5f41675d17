/* A program that the user ends, by Ctrl-C or kill, still reports the findings so far. */
#ifndef RP_INSIDE_SYSTEM_INTERRUPT_H
#define RP_INSIDE_SYSTEM_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* Called before main, on the main thread. If SIGINT, SIGTERM or another signal from outside would end the
 * program, REPORT is called first, and then the program ends. If the program has a handler of its own for the
 * signal, that handler is called instead. */
void rp_interrupt_start (void (*report) (int signal));

/* Called in a signal handler with CONTEXT on the main thread: returns whether a report can be written there. */
bool rp_interrupt_is_quiet (const void *context);

/* Stores in *ACTION the verifier's action for signal NUMBER, which reports before the program ends. Returns false if
 * the verifier has no action for NUMBER. */
bool rp_interrupt_action (int number, struct sigaction *action);

#endif
