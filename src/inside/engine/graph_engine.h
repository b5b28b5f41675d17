/* The graph engine inside a program. It puts accesses into the computation graph, and when a race is found it
 * turns the graph's numbers back into addresses and objects. */
#ifndef RP_INSIDE_ENGINE_GRAPH_ENGINE_H
#define RP_INSIDE_ENGINE_GRAPH_ENGINE_H

#include "core/detect/race.h"
#include "inside/engine/object_log.h"
#include "inside/stack/context.h"

/* Returns the object that an atomic operation on the SIZE bytes at ADDRESS locks: a range with one number for each word
 * that has some of the bytes. So two operations exclude each other if they share a word. LOCKS is where these numbers
 * begin: RP_ATOMIC_LOCKS, or RP_EXPLORED_ATOMICS. */
rp_range rp_atomic_lock_of (uint64_t locks, uint64_t address, uint64_t size);

/* Records in the graph that the running task accesses memory at SITE. */
void rp_graph_engine_record (uint64_t address, uint64_t size, bool is_write, uint32_t site);

/* The bytes were freed or allocated again: accesses before and after this are to different objects. */
void rp_graph_engine_forget (uintptr_t address, size_t size);

/* Starts the engine, with the detector on the fly if the options ask for it. Returns the builder's observer. */
rp_observer *rp_graph_engine_start (void);

/* Returns the object that was at ADDRESS when the accesses of RACE were made. */
rp_object rp_graph_engine_object (uint64_t address, const rp_race *race);

/* Returns the object that was at ADDRESS when NODE made its last access. */
rp_object rp_graph_engine_object_at (uint64_t address, uint32_t node);

/* Checks the part of the graph that was not checked on the fly, and looks for permission regions that overlap. */
void rp_graph_engine_end (void);

#endif
