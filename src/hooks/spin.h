/* Tasks that wait in a loop until another has gone on: tasks take turns here, so they must let it.
 * Either they look by atomic operations, again and again; or, once rp_monitor_watch was called,
 * they run for long. */
#ifndef RP_HOOKS_SPIN_H
#define RP_HOOKS_SPIN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Of the clock, since the running task began to run. */
extern volatile sig_atomic_t rp_spin_ticks;

/* A task begins to run, or goes on. */
void rp_spin_begin (void);

/* The running task looks at what another may change, from PC. Others may run before this returns.
 */
void rp_spin_look (uintptr_t pc);

/* Before exec, which would leave the clock to a program that knows nothing of it; and if there is no such program. */
void rp_spin_stop_clock (void);
void rp_spin_start_clock (void);

/* There are ticks, and this access comes next: likewise. */
void rp_spin_after_ticks (uintptr_t address, bool is_write, uintptr_t pc);

#endif
