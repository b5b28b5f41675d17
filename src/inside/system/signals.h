/* The program's signal handlers. */
#ifndef RP_INSIDE_SYSTEM_SIGNALS_H
#define RP_INSIDE_SYSTEM_SIGNALS_H

#include <stdbool.h>

/* Returns whether the verifier's own code runs, or did when a handler of the program interrupted it. */
bool rp_signals_is_inside (void);

/* rp_signals_is_running: returns whether a handler of the program runs, on the main thread. rp_signals_has_handlers:
 * returns whether the program has installed any handler. */
bool rp_signals_is_running (void);
bool rp_signals_has_handlers (void);

/* The program calls abort: its handler of SIGABRT is called, if it has one, and the next SIGABRT is a crash. */
void rp_signals_abort (void);

#endif
