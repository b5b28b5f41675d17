/* Memory that belongs to whoever runs: thread-local variables, which no two tasks share, and what a thread of a team
 * of OpenMP has for itself, whichever iterations it executes: its stack, its thread-local variables, the blocks that it
 * allocated. A thread is known by where its thread-local variables are. */
#ifndef RP_HOOKS_OWN_MEMORY_H
#define RP_HOOKS_OWN_MEMORY_H

#include "hooks/engine.h"

void rp_own_memory_start (void);

/* CLOSURE runs from now on: the bags are told what is aside. */
void rp_own_memory_run (const rp_closure *closure);

/* Whether an access need not be looked at: to a thread-local variable, or to what rp_monitor_exempt named. */
bool rp_own_memory_is_private (uintptr_t address);
bool rp_own_memory_is_exempt (uintptr_t address); /* the latter alone */

/* Only the second. */
bool rp_own_memory_is_exempt (uintptr_t address);

/* Whether it belongs to the one in whose place runs what runs. */
bool rp_own_memory_is_aside (uintptr_t address);

/* T1 (openmp/thread.h) across regions: what a thread that knows its number writes to its thread-local variables may tell
 * it the number again, later. Whether this access, of the thread that runs, is one that tells it; notes those that
 * write. */
bool rp_own_memory_tells_number (uintptr_t address, size_t size, bool is_write);

/* The thread of a team that has ADDRESS, but for its stack; 0: none. And the thread that opened its team, 0 for none:
 * what an inner thread has is the outer one's, too, as it is the only one that opens that team. */
uintptr_t rp_own_memory_thread (uint64_t address);
uintptr_t rp_own_memory_opener (uintptr_t thread);

/* Whether ADDRESS is in a block that TASK allocated at that moment: then nobody else knew the block. */
bool rp_own_memory_is_new (uint64_t address, uint32_t task, uint32_t moment);

#endif
