/* Runs a model under the product's engines and keeps what the tests compare: racing locations with
 * their sites, whether it deadlocked or failed, a fingerprint of the graph, the final memory. */
#ifndef RP_DIFF_ENGINES_H
#define RP_DIFF_ENGINES_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "core/runtime/policy.h"
#include "lang/lang.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rp_check
{
  RP_CHECK_INDEXED,
  RP_CHECK_REFERENCE,
  RP_CHECK_ON_THE_FLY /* and the rest at the end; racy regions do not stop it */
} rp_check;

/* One location, two sides (site * 2 + is_write, smaller first), strongest kind. */
typedef struct rp_pair
{
  uint64_t location;
  uint32_t sides[2];
  uint32_t kind; /* RP_RACE_ORDER and the races apart: see rp_pair_key */
} rp_pair;

typedef struct rp_outcome_set
{
  RP_VEC (rp_pair) pairs; /* sorted, each once */
  bool racy;              /* a certain race */
  bool depends;           /* possible races, or the outcome depends on an order */
  bool may_deadlock;      /* another order of sections does */
  bool deadlock, failed;  /* failed: assertion, run-time error, misuse */
  bool isolated;          /* there were isolated sections */
  uint64_t fingerprint;   /* of the graph, independent of numbering */
  uint32_t nodes;
  uint64_t edges;
  rp_strbuf memory;
} rp_outcome_set;

/* PREEMPT: the policy is asked at every access. */
rp_outcome_set rp_engine_run (const rp_program *program, rp_check check, rp_policy *policy,
                              bool preempt);
void rp_engine_clear (rp_outcome_set *outcome);

/* Whether both have the same pairs; ORDERS: the dependences on orders of sections too. */
bool rp_engine_same_pairs (const rp_outcome_set *a, const rp_outcome_set *b);

/* Parses TEXT; aborts the test with the diagnostics if it does not load. NULL only if QUIET. */
typedef struct rp_loaded
{
  rp_source *source;
  rp_program *program;
} rp_loaded;

rp_loaded rp_engine_load (const char *text, bool quiet);
void rp_engine_unload (rp_loaded *loaded);

#endif
