/* Runs a model on the verification runtime. The meaning of the statements is that of [Nakade, Fig. 3.3, 3.4, 6.1]
 * and [Yuki, 4.1]; docs/language.md explains the statements to users. */
#ifndef RP_LANG_INTERP_H
#define RP_LANG_INTERP_H

#include "base/limit.h"
#include "base/strbuf.h"
#include "core/event/namer.h"
#include "core/event/observer.h"
#include "core/finding/diagnostic.h"
#include "core/runtime/runtime.h"
#include "lang/ast.h"
#include "lang/value.h"

typedef struct rp_interp rp_interp;

typedef struct rp_interp_options
{
  const int64_t *params; /* one per rp_program.params */
  rp_observer *observer;
  rp_policy *policy;
  rp_access_function *access; /* called with ACCESS_CONTEXT for every access to a shared variable */
  void *access_context;
  bool preempt; /* let the policy switch tasks before every shared access */
  rp_limit limit;      /* interrupt and deadline at which the run ends with RP_STOP_CUT */
  uint64_t task_depth; /* limit for rp_runtime_limit_depth; 0: the runtime's default */
  uint64_t most_turns; /* the run is cut after so many turns of loops, calls and tasks; 0: no limit */
} rp_interp_options;

/* A mistake of the model that is not a race. RULE is a rule number of finding.h. */
typedef struct rp_trouble
{
  int rule;
  uint32_t task, site;
  const char *message;
  const char *object; /* the variable concerned, or NULL */
} rp_trouble;

/* A value that the model observes. */
typedef struct rp_observed
{
  const char *name;
  rp_value value;
  uint32_t task, site;
} rp_observed;

/* Returns a value for each parameter of the program: the value in NAMES and VALUES, or else its minimum. If a parameter
 * gets no value, a name is unknown, or a value is below the minimum, adds a diagnostic and returns NULL. The caller
 * frees the result. */
int64_t *rp_interp_bind (const rp_program *program, const char *const *names, const int64_t *values,
                         size_t count, rp_diagnostics *diagnostics);

/* Makes an interpreter for PROGRAM. Returns NULL after a diagnostic about array sizes or initial values. PROGRAM and
 * all objects that OPTIONS points to are borrowed. */
rp_interp *rp_interp_new (const rp_program *program, const rp_interp_options *options,
                          rp_diagnostics *diagnostics);
void rp_interp_run (rp_interp *interp);

/* To be called after a run, while its observer still exists: releases the tasks of the run, so that the observer
 * is not called later. Variables keep their values. */
void rp_interp_release (rp_interp *interp);

/* Returns how many turns of loops, calls and tasks the last run took. */
uint64_t rp_interp_turns (const rp_interp *interp);

/* Sets the limits for the runs to come. */
void rp_interp_limit (rp_interp *interp, rp_limit limit, uint64_t most_turns);

/* To be called between two runs; may also be called before the first. Sets what the next run uses: OBSERVER,
 * POLICY, and ACCESS with ACCESS_CONTEXT. Gives the variables their initial values again, so that the next run
 * begins from the start. */
void rp_interp_reset (rp_interp *interp, rp_observer *observer, rp_policy *policy,
                      rp_access_function *access, void *access_context);
void rp_interp_free (rp_interp *interp);

rp_runtime *rp_interp_runtime (rp_interp *interp);
rp_namer *rp_interp_namer (rp_interp *interp);
const rp_observed *rp_interp_observed (const rp_interp *interp, size_t *count);
const rp_trouble *rp_interp_troubles (const rp_interp *interp, size_t *count);

/* Returns a hash of the values of all shared variables (rp_memory_hash). The hash does not depend on which variables
 * were accessed. */
uint64_t rp_interp_hash (const rp_interp *interp);

/* Returns a digest of everything that decides how the run goes on. To be called while the policy is asked for a
 * pick. */
rp_digest rp_interp_state (const rp_interp *interp);

/* Appends the final value of every scalar and element that is not 0, one per line. Writes -1 for a handle. For
 * tests. */
void rp_interp_dump (rp_interp *interp, rp_strbuf *out);

#endif
