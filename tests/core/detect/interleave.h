/* Brute force: executes a model in all interleavings at access granularity and looks at every
 * reachable state. The second opinion for the race detectors; it shares no code with them beyond
 * the parser, and is meant for models with a handful of tasks.
 *
 * A location has a race when a state is reachable in which two tasks stand before accesses to it,
 * one a write. (That isolated sections exclude each other needs no rule of its own: both tasks
 * cannot be inside.) A deadlock is a state without a step in which some task has not ended. */
#ifndef RP_DIFF_INTERLEAVE_H
#define RP_DIFF_INTERLEAVE_H

#include "base/vec.h"
#include "lang/ast.h"

typedef struct rp_interleave_race
{
  uint32_t shared;   /* number of the variable in the program */
  char *location;    /* as written, "A[2]" */
  uint32_t sites[2]; /* of the two accesses, the smaller first */
  bool writes[2];
} rp_interleave_race;

/* Two permissions in conflict that two tasks hold in one state. */
typedef struct rp_interleave_violation
{
  uint32_t sites[2]; /* of the two acquires, the smaller first */
} rp_interleave_violation;

typedef struct rp_interleave_result
{
  RP_VEC (rp_interleave_violation) violations; /* each once */
  RP_VEC (rp_interleave_race) races; /* sorted by location, then by sites */
  bool deadlock;                     /* reachable */
  bool failure;                      /* a failed assertion or a run-time error is reachable */
  const char *failure_why;           /* of the first one met */
  bool too_big;            /* the bound on states was reached, or a task computes without end: what
                              is not found may still exist */
  const char *unsupported; /* a construct that is not modelled, or NULL */
  size_t states;           /* different states visited */
  size_t outcomes;         /* different memories in which an execution ends well */
} rp_interleave_result;

/* PARAM_VALUES has one value for each of the program's parameters. With REDUCE, steps that only
 * ever enable others are taken at once: the same answers in fewer states. */
rp_interleave_result rp_interleave_with (const rp_program *program, const int64_t *param_values,
                                         size_t max_states, bool reduce);
rp_interleave_result rp_interleave (const rp_program *program, const int64_t *param_values,
                                    size_t max_states);
void rp_interleave_clear (rp_interleave_result *result);

/* Whether some race is on LOCATION, as written: "x", "A[2]". */
bool rp_interleave_has (const rp_interleave_result *result, const char *location);

/* How many different locations have a race. */
size_t rp_interleave_location_count (const rp_interleave_result *result);

#endif
