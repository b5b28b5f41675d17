/* A program that somebody ends, by Ctrl-C or kill, still says what was found so far. */
#ifndef RP_HOOKS_INTERRUPT_H
#define RP_HOOKS_INTERRUPT_H

/* Before main, on the main thread: REPORT is called when SIGINT, SIGTERM or SIGHUP would end the
 * program, which it then does. A program with handlers of its own has its way. */
void rp_interrupt_start (void (*report) (int signal));

#endif
