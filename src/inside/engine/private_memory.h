/* Memory that belongs to the running task or thread. Thread-local variables count as private to each task. A thread of
 * an OpenMP team also has memory for itself, whichever iterations it executes: its stack, its thread-local variables,
 * the blocks that it allocated. A thread is identified by the address of its thread-local variables. */
#ifndef RP_INSIDE_ENGINE_PRIVATE_MEMORY_H
#define RP_INSIDE_ENGINE_PRIVATE_MEMORY_H

#include "inside/engine/closure.h"

void rp_private_memory_start (void);

/* CLOSURE runs from now on. Stores in the bags which memory belongs to its task. */
void rp_private_memory_run (const rp_closure *closure);

/* Returns whether an access to ADDRESS need not be checked: ADDRESS is in a thread-local variable of the running task
 * (but not in a threadprivate variable of OpenMP), or in memory that rp_monitor_exempt named. */
bool rp_private_memory_is_private (uintptr_t address);

/* Returns whether rp_monitor_exempt or rp_monitor_exempt_for_some exempts accesses of the running task to ADDRESS. */
bool rp_private_memory_is_exempt (uintptr_t address);

/* The SIZE bytes at ADDRESS belong to the running thread from now on, like a block that it allocated, until
 * rp_private_memory_disown is called for ADDRESS. Where rp_monitor_owner returns 0, rp_private_memory_own does
 * nothing. */
void rp_private_memory_own (uintptr_t address, size_t size);
void rp_private_memory_disown (uintptr_t address, size_t size);

/* Returns whether the running strand is a guest, and ADDRESS belongs to its host. Stores the heap block of ADDRESS in
 * the cache of the bags, for the fast path. rp_private_memory_forget_blocks empties this cache: it is called when a
 * block was allocated or freed, and when another task runs. */
bool rp_private_memory_is_of_host (uintptr_t address);
void rp_private_memory_forget_blocks (void);

/* T1 (inside/openmp/thread.h) across regions: a thread that knows its number may write it to its thread-local
 * variables, and a later read may reveal the number to the thread again. Returns whether this access of the running
 * thread is such a read. Side effect: records writes of a thread that knows its number. */
bool rp_private_memory_tells_number (uintptr_t address, size_t size, bool is_write);

/* rp_private_memory_thread: returns the thread of a team that has ADDRESS in its thread-local variables, or in a block
 * that it allocated; 0: none. Stacks are not looked at. rp_private_memory_opener: returns the thread that opened the
 * team of THREAD, 0 for none. The memory of an inner thread belongs to the outer thread, too, because only the outer
 * thread opens that team. */
uintptr_t rp_private_memory_thread (uint64_t address);
uintptr_t rp_private_memory_opener (uintptr_t thread);

/* Returns whether ADDRESS is in a block, not yet freed, whose maker is TASK and whose moment is MOMENT (rp_heap_block).
 * If so, no other task knew the block when that step allocated it. */
bool rp_private_memory_is_new (uint64_t address, uint32_t task, uint32_t moment);

#endif
