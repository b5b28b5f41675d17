/* A program that is explored: its process becomes a server before main, which forks a child for each schedule. The
 * child sends what it does to the explorer, which decides which task runs (core/event/wire.h). So a schedule that
 * crashes does no harm, and each schedule begins in the same state.
 *
 * A child has no shadow memory and no graph, unless it is to confirm a finding: forking must be cheap. */
#ifndef RP_INSIDE_EXPLORED_EXPLORED_H
#define RP_INSIDE_EXPLORED_EXPLORED_H

#include "core/event/remark.h"
#include "core/runtime/runtime.h"

/* explored_server.c. Called before main. If an explorer started this process, serves the explorer and never returns,
 * except in each child that is forked for a schedule: there returns true. Otherwise returns whether the environment has
 * the answers of a schedule. */
bool rp_explored_start (void);

/* Returns whether this child is to confirm a finding by the graph engine. */
bool rp_explored_with_graph (void);

/* Returns where a child that confirms a finding writes the report of the graph engine; NULL: the usual path. */
const char *rp_explored_raw_path (void);

/* Returns the policy that asks the explorer which task runs. */
rp_policy *rp_explored_policy (void);

/* rp_explored_observer: returns the observer that sends every event to the explorer. rp_explored_tell_tasks: changes
 * OBSERVER so that it also sends the events of new tasks. */
rp_observer *rp_explored_observer (void);
void rp_explored_tell_tasks (rp_observer *observer);

/* Returns whether there are tasks that are not ordered before the running code of main. If there are none, no order
 * matters. */
bool rp_explored_is_busy (void);

/* rp_explored_access: the running task accesses memory. rp_explored_forget: the bytes have a new use. */
void rp_explored_access (uintptr_t address, size_t size, bool is_write, uint32_t site);
void rp_explored_forget (uintptr_t address, size_t size);

/* Reports an error that is neither a race nor a deadlock. RULE is a number of finding.h. */
void rp_explored_incident (int rule, uint32_t site, const char *text);

/* Sends an observation: its NAME, and its value, as HASH and as TEXT. */
void rp_explored_observe (const char *name, uint64_t hash, const char *text, uint32_t site);

void rp_explored_remark (rp_remark kind, const char *text);

/* rp_explored_stopped: the run has stopped, as RT says. rp_explored_partial: the run does not show all that the
 * schedule might do; WHY is the reason. rp_explored_end: the run has ended. */
void rp_explored_stopped (rp_runtime *rt);
void rp_explored_partial (const char *why, uint32_t site);
void rp_explored_end (int status);

/* Called in a process that the program forked: this process no longer talks to the explorer. */
void rp_explored_leave (void);

/* ---- explored_state.c: states that can be compared ---- */

/* rp_explored_want_states: states are wanted in this run. rp_explored_has_states: returns whether they are. */
void rp_explored_want_states (void);
bool rp_explored_has_states (void);

/* rp_explored_touch: the running task is about to access memory. rp_explored_untouch: the bytes are new.
 * rp_explored_receives: the task got VALUE in another way than from memory. rp_explored_note_observed: an
 * observation was made. */
void rp_explored_touch (uintptr_t address, size_t size, bool is_write);
void rp_explored_untouch (uintptr_t address, size_t size);
void rp_explored_receives (uint64_t value);
void rp_explored_note_observed (const char *name, uint64_t hash);

/* Called in the handler of SIGNAL. If our own read of the program's memory for a state caused the signal, jumps back to
 * that read, and does not return. */
void rp_explored_unreadable (int signal);

rp_digest rp_explored_state (void);
uint64_t rp_explored_site_state (uint32_t site);

/* ---- between the files of this module ---- */

struct rp_wire;
void rp_explored_connect (
  struct rp_wire *wire); /* called in the child; NULL: the environment has the answers */

/* explored_server.c: hands the records to the explorer, and waits until the explorer has answered. */
void rp_explored_hand_over (struct rp_wire *wire);

#endif
