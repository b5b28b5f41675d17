/* Who runs next, and how choices fall. The scheduler asks; depth-first and random answer here,
 * replay and exploration elsewhere. */
#ifndef RP_RUNTIME_POLICY_H
#define RP_RUNTIME_POLICY_H

#include "event/observer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rp_choice_kind
{
  RP_CHOICE_VALUE,     /* the choice operator */
  RP_CHOICE_CONDITION, /* the same in a condition that a task waits for: it is asked again */
  RP_CHOICE_JOIN       /* which completed task an await or ewait joins */
} rp_choice_kind;

/* Where exploration asks who goes, besides waits and ends. */
typedef enum rp_precision
{
  RP_PRECISION_ISOLATED, /* before isolated sections */
  RP_PRECISION_REGIONS,  /* there, and after the entry of a permission region [Mercer, Alg. 1] */
  RP_PRECISION_ACCESSES  /* there, and before every access to what tasks may share */
} rp_precision;

/* Where a task in the list that a policy picks from stands. */
typedef struct rp_stand
{
  uint32_t task;          /* its row in the task table */
  bool can_go;            /* no other task is in a section that excludes the one it stands before,
                             and the condition that it stands before holds */
  bool is_before_section; /* OBJECTS and SITE are of that section */
  bool is_after_acquire;  /* it has just acquired a permission, at SITE */
  bool is_before_access;  /* at SITE */
  bool is_in_section;
  const rp_range *objects;
  size_t object_count;
  uint32_t site;
} rp_stand;

/* The tasks that a policy picks from; the last is the most recently made ready. The runtime's own
 * are in its list of tasks; those of a program in another process are not. */
typedef struct rp_ready rp_ready;

struct rp_ready
{
  size_t count;
  rp_stand (*stand) (const rp_ready *, size_t place);
};

/* The last of them that is neither in a section nor before anything whose order may matter: it runs
 * on, and nobody needs to be asked. SIZE_MAX if there is none. */
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

/* Answers of pick besides a place in the list. */
#define RP_PICK_NOBODY SIZE_MAX     /* none of them can take a step */
#define RP_PICK_STOP (SIZE_MAX - 1) /* the run has shown enough: RP_STOP_REQUEST */

typedef struct rp_policy rp_policy;

struct rp_policy
{
  /* Child first, parents wait: the runtime then skips the question at posts and yields. */
  bool depth_first;

  /* Exploration.
   *   - It is asked who runs before isolated sections that exclude others anew, and when the
   *     running task waits or ends; elsewhere no order matters. Tasks before a section are in the
   *     list also while the section is taken: rp_stand tells.
   *   - Where one of several tasks is to be joined, the choice is among all of them, ended or not,
   *     and the joiner waits for the one chosen.
   *   - PRECISION says where else it is asked; rp_stand tells which of these it is.
   *   - A task that fails stays where it is, with the sections it is in, and the others go on: what
   *     they do could have come before. */
  bool explores;
  rp_precision precision;

  /* A place in READY. NULL if depth_first. */
  size_t (*pick) (rp_policy *, const rp_ready *ready);

  /* 0 .. options-1, for the task in row TASK. For joins, options come in order of creation. */
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
