/* Everything that the hooks in a compiled program report to the verifier. The hooks (the ThreadSanitizer ABI,
 * malloc, string and stdio functions) sit in front of this interface. Behind it is the engine that decides about
 * accesses (inside/engine/engines.h).
 *
 * All of this runs inside the program under test; accesses are checked on its main thread only. Code behind this
 * interface uses memory of its own. While it runs (inside.h), the interposed functions that it calls do nothing but
 * their plain job, so they do not call the monitor again. */
#ifndef RP_INSIDE_HOOK_MONITOR_H
#define RP_INSIDE_HOOK_MONITOR_H

#include "core/event/remark.h"
#include "inside/hook/inside.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether accesses matter now: false before the start, after the end, inside the verifier (inside.h), and on
 * other threads of the program. */
bool rp_monitor_is_on (void);

/* Returns whether accesses matter now, and some task may be parallel to the caller. */
bool rp_monitor_is_parallel (void);

/* The program reads or writes SIZE bytes at ADDRESS. PC is the return address of the hook (or of
 * the interposed function): it names the site. */
void rp_monitor_read (uintptr_t address, size_t size, uintptr_t pc);
void rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc);

/* Returns whether an access to all of these bytes is on record already, so that a report of it would change nothing. */
bool rp_monitor_knows (uintptr_t address, size_t size, bool is_write);

/* Returns the site of an access of SIZE bytes at PC; 0: accesses do not matter now (rp_monitor_is_on). */
uint32_t rp_monitor_site (uintptr_t pc, size_t size);

/* Does the same as rp_monitor_read and rp_monitor_write for an access at SITE that counts as the running strand's,
 * not as its host's (inside/engine/owner.h). Returns false if this function cannot handle the access. */
bool rp_monitor_access_words (uintptr_t address, size_t size, bool is_write, uint32_t site);

/* The program asks for a heap block. If the program has become too large, it may end here. */
void rp_monitor_allocates (void);

/* The program gives a heap block back: a write to all of it. */
void rp_monitor_free (uintptr_t address, size_t size, uintptr_t pc);

/* The bytes are new: a block that was just allocated, a stack frame that was just left. Earlier accesses to
 * them do not count. */
void rp_monitor_forget (uintptr_t address, size_t size);

/* From now on, a task that runs for long, or reads one plain variable again and again, lets others run at an access: it
 * may wait for them in a loop. */
void rp_monitor_watch (void);

/* SIZE bytes at ADDRESS are not checked, until rp_monitor_unexempt is called for ADDRESS. */
void rp_monitor_exempt (uintptr_t address, size_t size);
void rp_monitor_unexempt (uintptr_t address);

/* The same for a copy of a reduction variable, and only for accesses of tasks that share the copy (shares_copy
 * of front.h), and of their descendants that have no copy themselves. If such a descendant accesses the copy,
 * the verdict is undecided. */
void rp_monitor_exempt_for_some (uintptr_t address, size_t size);

/* The running task learns VALUE in another way than from memory: the address of a new block, for instance. */
void rp_monitor_receives (uint64_t value);

/* The program makes an atomic operation. Two of them do not race; an atomic operation and a plain access may. */
void rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc);

/* The program makes a relaxed atomic read, and then tries to exchange the value that it read until an exchange
 * succeeds. The exchanges are reported, too. They race with whatever races with the read, so most engines do not need
 * the read. */
void rp_monitor_first_read (uintptr_t address, size_t size, uintptr_t pc);

/* Called before an operation that is reported only afterwards, because its effect depends on the value
 * that it finds. */
void rp_monitor_atomic_begin (uintptr_t address, size_t size, uintptr_t pc);

/* The next atomic operation asks for ORDER, one of the compiler's __ATOMIC_ constants. If it writes without reading,
 * RP_ORDER_STORE is added. */
#define RP_ORDER_STORE (1 << 20)

/* Added to the order of an operation whose value the program ignores (compile/clang_plugin/updates.cc). */
#define RP_ORDER_IGNORED (1 << 21)
void rp_monitor_order (int order, uintptr_t pc);
void rp_monitor_fence (int order, uintptr_t pc);

/* Function entry (PC: the return address of the function entered) and exit, for call stacks. */
void rp_monitor_enter (uintptr_t pc);
void rp_monitor_leave (void);

/* Returns the current call stack, with PC as its innermost address, as a site: rp_site_stack of inside/stack/context.h
 * has its addresses. 0: the call stack is not known. */
uint32_t rp_monitor_context (uintptr_t pc);

/* Called when the program gets a new block. rp_monitor_owner: if a thread of a team of several threads runs, or the
 * initial thread of a team of a league, returns that thread (the address of its thread-local variables), as the
 * owner of BLOCK, and stores the number of the team in *TEAM. Otherwise, for instance in a task that any thread may
 * execute, returns 0 and stores 0. rp_monitor_moment: stores in *MAKER the task that the accesses of the running
 * code count for, and in *MOMENT the step of that task; UINT32_MAX in both if the engine does not need them. */
uintptr_t rp_monitor_owner (uintptr_t block, size_t size, uint32_t *team);
void rp_monitor_moment (uint32_t *maker, uint32_t *moment);

/* Stores in *ACTION the verifier's action for signal NUMBER, if that signal would end the program. Returns false if the
 * verifier has none. */
struct sigaction;
bool rp_monitor_ending_action (int number, struct sigaction *action);

/* Returns the number of the running task. */
uint32_t rp_monitor_task (void);

/* Called when other threads begin to execute code of the program. From then on the monitor checks at every access which
 * thread makes it. */
void rp_monitor_has_threads (void);

/* Adds a line to the report, once: "a signal handler ran: ...". TEXT must stay in memory. */
void rp_monitor_remark (rp_remark kind, const char *text);
void rp_monitor_warn (const char *text); /* RP_REMARK_WARNING */

/* heap.c: a block of the heap. rp_heap_find stores in *BLOCK the block that contains ADDRESS, even if that block was
 * freed a short while ago. Returns false if there is none. */
typedef struct rp_heap_block
{
  uintptr_t base;
  size_t size;
  uint32_t context; /* the call stack of its allocation */
  uint32_t task;
  uintptr_t owner; /* the thread of a team that allocated the block; 0: none */
  uint32_t team;   /* the number of that team; 0: none */
  uint32_t maker, moment; /* as rp_monitor_moment stored them at the allocation */
  bool is_free;
  uint32_t free_context;
} rp_heap_block;

bool rp_heap_find (uintptr_t address, rp_heap_block *block);

#endif
