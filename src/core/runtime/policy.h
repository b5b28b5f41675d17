/* The policy decides which task runs next, and how choices are made. The scheduler asks it. This file has the
 * depth-first and the random policy; replay and exploration have their own. */
#ifndef RP_CORE_RUNTIME_POLICY_H
#define RP_CORE_RUNTIME_POLICY_H

#include "core/event/observer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rp_choice_kind
{
  RP_CHOICE_VALUE,     /* the value of a choice operator */
  RP_CHOICE_CONDITION, /* a choice operator in an assumed condition, which may be evaluated many times */
  RP_CHOICE_JOIN       /* which task of a region an await or ewait joins: an ended one; in
                        * exploration, any */
} rp_choice_kind;

/* Where exploration asks the policy which task runs next, in addition to when the running task waits or ends. */
typedef enum rp_precision
{
  RP_PRECISION_ISOLATED, /* before isolated sections */
  RP_PRECISION_PERMISSION_REGIONS, /* before isolated sections, and after each acquire [Mercer, Alg. 1] */
  RP_PRECISION_ACCESSES  /* before isolated sections, and before every access to memory that tasks may share */
} rp_precision;

/* A task that the policy can pick, and what the task is about to do. A task *stands* at a place if exploration suspends
 * it there and asks the policy. */
typedef struct rp_stand
{
  uint32_t task;          /* its row in the task table */
  bool can_go;            /* the task can take its next step: no section of another task excludes the section that it
                           * is about to enter, and the condition that it waits for holds */
  bool is_before_section; /* it is about to enter a section on OBJECTS, at SITE */
  bool is_after_acquire;  /* it has just acquired a permission, at SITE */
  bool is_before_access;  /* it is about to access memory, or waits for a condition, at SITE */
  bool is_in_section;
  const rp_range *objects;
  size_t object_count;
  uint32_t site;
} rp_stand;

_Static_assert(sizeof (rp_stand) == 40 && sizeof (rp_range) == 16,
               "explored programs send them: core/event/wire.h");

/* The tasks that a policy can pick. The ready tasks come first, in the order in which they became ready; then come
 * the tasks whose assumed condition holds now. `stand` returns what is known about the task at PLACE. The tasks may
 * belong to a program in another process. */
typedef struct rp_ready rp_ready;

struct rp_ready
{
  size_t count;
  rp_stand (*stand) (const rp_ready *, size_t place);
};

/* Returns the place in READY of the last task that is in no section and does not stand before a section or an access,
 * or after an acquire. This task can run on without asking the policy, because the order of its next step does not
 * matter. Returns SIZE_MAX if there is no such task. */
static inline size_t
rp_ready_free (const rp_ready *ready)
{
  for (size_t i = ready->count; i-- > 0;)
    {
      rp_stand stand = ready->stand (ready, i);
      if (!stand.is_before_section && !stand.is_after_acquire && !stand.is_before_access
          && !stand.is_in_section)
        return i;
    }
  return SIZE_MAX;
}

/* Results of pick that are not a place in the list. */
#define RP_PICK_NOBODY SIZE_MAX     /* no task of the list can take a step */
#define RP_PICK_STOP (SIZE_MAX - 1) /* the run has shown enough: RP_STOP_REQUEST */

typedef struct rp_policy rp_policy;

struct rp_policy
{
  /* A new child runs before its parent continues. The runtime then never calls pick. */
  bool depth_first;

  /* Set for exploration. This flag has four effects:
   * - The policy is asked when the running task waits or ends, and at the places that PRECISION names. rp_stand says at
   *   which of these places a task stands. The policy is asked before an isolated section only if this section excludes
   *   more than the sections that the task is already in.
   * - A task that stands before a section is in the list even while the section is taken; its rp_stand.can_go is then
   *   false.
   * - If a task joins one of several tasks, the policy chooses among all of them, ended or not, and the joiner waits
   *   for the chosen one.
   * - A task that fails stops there and stays in its sections. The other tasks continue, because their steps could have
   *   come before the failure. */
  bool explores;
  rp_precision precision;

  /* Returns the place in READY of the task that runs next, or one of the two results above. NULL if depth_first. */
  size_t (*pick) (rp_policy *, const rp_ready *ready);

  /* Returns a number from 0 to OPTIONS - 1. TASK is the row of the task that makes the choice. For RP_CHOICE_JOIN,
   * option i is the i-th of the tasks that can be chosen, in the order of posting. */
  size_t (*choose) (rp_policy *, uint32_t task, rp_choice_kind kind, size_t options);
};

typedef struct rp_depth_first
{
  rp_policy policy;
  uint64_t random; /* for the choice operator */
} rp_depth_first;

typedef struct rp_random_policy
{
  rp_policy policy;
  uint64_t random;
} rp_random_policy;

void rp_depth_first_init (rp_depth_first *policy, uint64_t seed);
void rp_random_policy_init (rp_random_policy *policy, uint64_t seed);

#endif
