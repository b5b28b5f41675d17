/* The graph engine inside a program: accesses on their way into the computation graph, and back
 * from its numbers to addresses and objects when a race was found. */
#ifndef RP_HOOKS_GRAPH_ENGINE_H
#define RP_HOOKS_GRAPH_ENGINE_H

#include "detect/race.h"
#include "hooks/context.h"
#include "hooks/object_log.h"

/* As a lock, what atomic operations share: the 8 bytes around the address; see RP_ATOMIC_LOCKS. */
rp_range rp_atomic_lock_of (uint64_t address, uint64_t size);

/* The running task accesses memory at WHERE. */
void rp_graph_engine_access (uint64_t address, uint64_t size, bool is_write, rp_deed deed,
                             uint32_t where);

/* The bytes have a new use. */
void rp_graph_engine_forget (uint64_t address, uint64_t size);

/* What was at ADDRESS when the accesses of RACE were made. */
rp_object rp_graph_engine_object (uint64_t address, const rp_race *race);

/* The same for an access of NODE: the last thing it found there. */
rp_object rp_graph_engine_object_at (uint64_t address, uint32_t node);

/* Checks what is left of the graph. */
void rp_graph_engine_end (void);

#endif
