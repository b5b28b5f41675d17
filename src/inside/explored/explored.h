/* A program that is explored: its process becomes a server before main, which forks a child for each
 * schedule. The child sends what it does to the explorer, which decides which task runs (core/event/wire.h).
 * So a schedule that crashes does no harm, and each schedule begins in the same state.
 *
 * A child has no shadow memory and no graph, unless it is to confirm a finding: forking must be
 * cheap. */
#ifndef RP_INSIDE_EXPLORED_EXPLORED_H
#define RP_INSIDE_EXPLORED_EXPLORED_H

#include "core/event/remark.h"
#include "core/runtime/runtime.h"

/* explored_server.c. Before main: returns false if nobody explores this process; else returns true
 * in each child. */
bool rp_explored_start (void);

/* Whether this child is to confirm a finding by the graph engine. */
bool rp_explored_with_graph (void);

/* The path for the report of the graph engine in this case; NULL: the usual path. */
const char *rp_explored_raw_path (void);

/* The policy that asks the explorer. */
rp_policy *rp_explored_policy (void);

/* The first: the observer that sends everything to the explorer. The second: an observer in front of OBSERVER
 * that sends only the events of tasks. */
rp_observer *rp_explored_observer (void);
void rp_explored_tell_tasks (rp_observer *observer);

/* Whether there are tasks that are not ordered before what main does now. If there are none, no order
 * matters. */
bool rp_explored_is_busy (void);

/* The running task accesses memory; the bytes have a new use. */
void rp_explored_access (uintptr_t address, size_t size, bool is_write, uint32_t site);
void rp_explored_forget (uintptr_t address, size_t size);

/* Reports something wrong that is neither a race nor a deadlock. RULE is a number of finding.h. */
void rp_explored_incident (int rule, uint32_t site, const char *text);

/* The value of an observation. */
void rp_explored_observe (const char *name, uint64_t hash, const char *text, uint32_t site);

void rp_explored_remark (rp_remark kind, const char *text);

/* The first: the run has stopped, as RT says. The second: the run ends although tasks are left, because of
 * WHY. The third: the run has ended. */
void rp_explored_stopped (rp_runtime *rt);
void rp_explored_partial (const char *why, uint32_t site);
void rp_explored_end (int status);

/* A process that the program forked is on its own. */
void rp_explored_leave (void);

/* ---- explored_state.c: states that can be compared ---- */

/* They are wanted in this run. */
void rp_explored_want_states (void);
bool rp_explored_has_states (void);

/* The first: the running task is about to access memory. The second: the bytes are new. The third: the task
 * got VALUE, not from memory. */
void rp_explored_touch (uintptr_t address, size_t size, bool is_write);
void rp_explored_untouch (uintptr_t address, size_t size);
void rp_explored_receives (uint64_t value);
void rp_explored_note_observed (const char *name, uint64_t hash);

/* In the handler of SIGNAL: does not return if the cause was a read of memory for the comparison of states. */
void rp_explored_unreadable (int signal);

rp_digest rp_explored_state (void);
uint64_t rp_explored_site_state (uint32_t site);

/* ---- between the files of this module ---- */

struct rp_wire;
void rp_explored_connect (
  struct rp_wire *wire); /* in the child; NULL: answers from the environment */

/* Of explored_server.c: the child waits for the explorer. */
void rp_explored_hand_over (struct rp_wire *wire);

#endif
