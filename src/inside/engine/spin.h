/* Tasks that wait in a loop until another task has gone on. Tasks take turns here, so such a task must let
 * others run. It is recognised by repeated atomic reads, or, once rp_monitor_watch was called, by running for
 * long. */
#ifndef RP_INSIDE_ENGINE_SPIN_H
#define RP_INSIDE_ENGINE_SPIN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Of the clock, since the running task began to run. */
extern volatile sig_atomic_t rp_spin_ticks;

/* A task begins to run, or goes on. */
void rp_spin_begin (void);

/* The running task reads something that another task may change, at PC. Other tasks may run before this
 * returns. */
void rp_spin_look (uintptr_t pc);

/* The first is called before exec, because the clock would go on ticking in a program that knows nothing of
 * it. The second is called if exec fails. */
void rp_spin_stop_clock (void);
void rp_spin_start_clock (void);

/* There are ticks, and this access comes next: likewise. */
void rp_spin_after_ticks (uintptr_t address, bool is_write, uintptr_t pc);

#endif
