/* What the hooks in a compiled program tell the verifier, and nothing more. The hooks (the
 * ThreadSanitizer ABI, malloc, string and stdio functions) sit in front; the engine that listens
 * (ESP-bags over shadow memory, or the computation graph) behind.
 *
 * All of this runs inside the program under test, on its only thread. Code behind this interface
 * uses memory of its own and never returns to the hooks: while rp_monitor_inside is set, interposed
 * functions must do nothing but their plain job. */
#ifndef RP_HOOKS_MONITOR_H
#define RP_HOOKS_MONITOR_H

#include "event/remark.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Set while the verifier's own code runs: in the runtime, in an engine, while reporting. */
extern int rp_monitor_inside;

/* Whether accesses matter now: false before start, after the end, inside, and on foreign threads. */
bool rp_monitor_is_on (void);

/* Whether they matter since tasks exist that the caller may run in parallel with. */
bool rp_monitor_is_parallel (void);

/* The program reads or writes SIZE bytes at ADDRESS. PC is the return address of the hook (or of
 * the interposed function): it names the place. */
void rp_monitor_read (uintptr_t address, size_t size, uintptr_t pc);
void rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc);

/* Whether that is on record already, and changes nothing. */
bool rp_monitor_knows (uintptr_t address, size_t size, bool is_write);

/* The place of an access of SIZE bytes; 0: such accesses do not matter now. */
uint32_t rp_monitor_where (uintptr_t pc, size_t size);

/* The same for an access from WHERE that is nobody's but the running task's (fast.h); false if it is not for this. */
bool rp_monitor_judge (uintptr_t address, size_t size, bool is_write, uint32_t where);

/* The program asks for a heap block: where it has too many, it may end here. */
void rp_monitor_allocates (void);

/* The program gives a heap block back: a write to all of it. */
void rp_monitor_free (uintptr_t address, size_t size, uintptr_t pc);

/* The bytes are new: a block just allocated, a stack frame just left. Nothing before counts. */
void rp_monitor_forget (uintptr_t address, size_t size);

/* From now on a task that runs for long without a word lets others run at its next access: it may wait for them
 * in a loop, by a plain variable. */
void rp_monitor_watch (void);

/* SIZE bytes at ADDRESS are not checked, until somebody takes that back. */
void rp_monitor_exempt (uintptr_t address, size_t size);
void rp_monitor_unexempt (uintptr_t address);

/* The running task gets a value that is in no memory: the address of a new block. */
void rp_monitor_got (uint64_t value);

/* Atomic operations: atomic against atomic is no race, atomic against plain is. */
void rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc);

/* Before an operation that is told only afterwards, since what it does depends on what it finds. */
void rp_monitor_atomic_begin (uintptr_t address, size_t size, uintptr_t pc);

/* An atomic operation that comes next asks for ORDER, one of the compiler's __ATOMIC_ constants; for one that
 * writes without reading, with RP_ORDER_STORE added. */
#define RP_ORDER_STORE (1 << 20)
void rp_monitor_order (int order, uintptr_t pc);
void rp_monitor_fence (uintptr_t pc);

/* Function entry (PC: the return address of the function entered) and exit, for call stacks. */
void rp_monitor_enter (uintptr_t pc);
void rp_monitor_leave (void);

/* The current call stack as a number that can be kept: see rp_context_stack. 0 is empty. */
uint32_t rp_monitor_context (uintptr_t pc);

/* Fills PCS, innermost first; returns how many there are (at most MOST). */
size_t rp_context_stack (uint32_t context, uintptr_t *pcs, size_t most);

/* The thread of a team that runs, for a new block; 0: none, or a task that any thread may execute. */
uintptr_t rp_monitor_owner (uintptr_t block, size_t size);
void rp_monitor_moment (uint32_t *maker, uint32_t *moment);

/* What the verifier does when a signal NUMBER would end the program: false if nothing. */
struct sigaction;
bool rp_monitor_ending_action (int number, struct sigaction *action);

/* The number of the task that runs. */
uint32_t rp_monitor_task (void);

/* Other threads execute code of the program from now on: every access has to be asked whose it is. */
void rp_monitor_has_threads (void);

/* One line that the report has once: "a signal handler ran: ...". TEXT stays. */
void rp_monitor_remark (rp_remark kind, const char *text);
void rp_monitor_warn (const char *text); /* RP_REMARK_WARNING */

/* heap.c: the block that contains ADDRESS, also if it was freed a short while ago. */
typedef struct rp_heap_block
{
  uintptr_t base;
  size_t size;
  uint32_t context; /* of its allocation */
  uint32_t task;
  uintptr_t owner; /* the thread of a team that it was allocated by; 0: none */
  uint32_t maker, moment; /* the task that makes the accesses of its maker, and which of its steps that was */
  bool is_free;
  uint32_t free_context;
} rp_heap_block;

bool rp_heap_find (uintptr_t address, rp_heap_block *block);

#endif
