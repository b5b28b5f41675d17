/* Explores a model and keeps what tests compare. */
#ifndef RP_TESTS_EXPLORE_EXPLORER_H
#define RP_TESTS_EXPLORE_EXPLORER_H

#include "base/vec.h"
#include "explore/explore.h"
#include "lang/lang.h"

typedef struct rp_explored
{
  rp_search_counts counts;
  bool is_complete;             /* nothing was left out */
  uint64_t deadlocks, failures; /* executions that end so */
  RP_VEC (uint64_t) races;      /* hashes of location and both sides; sorted */
  RP_VEC (uint64_t) states;     /* hashes of final states; sorted */
  RP_VEC (uint64_t) traces;     /* sorted */
  RP_VEC (uint64_t) troubles;   /* hashes of rules and sites; sorted, each once */
  RP_VEC (uint64_t) pairs;      /* sites of races, the smaller in the upper half; sorted */
  RP_VEC (uint64_t) violations; /* the same of permissions in conflict */
} rp_explored;

/* All executions of PROGRAM, whose parameters have PARAMS (NULL: their minimum), up to MOST. */
rp_explored rp_explore_program (const rp_program *program, const int64_t *params,
                                rp_reduction reduction, uint64_t most);

rp_explored rp_explore_precisely (const rp_program *program, rp_reduction reduction,
                                  rp_precision precision, uint64_t most);

/* What a whole exploration, with its report, came to. */
typedef struct rp_whole
{
  rp_search_counts counts;
  bool is_complete, has_race;
  RP_VEC (uint64_t) findings; /* hashes of what was found and in how many schedules; sorted */
  RP_VEC (uint64_t) states, traces; /* sorted */
} rp_whole;

rp_whole rp_explore_whole (const rp_program *program, const rp_explore_options *options);
void rp_whole_clear (rp_whole *whole);

/* Explores PROGRAM once more, for the report, and runs each witness TIMES times after that. NULL if
 * every finding was confirmed by the computation graph, in each of these runs; else what is wrong.
 * *FINDINGS is how many there are. */
const char *rp_explore_confirm (const rp_program *program, rp_reduction reduction,
                                rp_precision precision, uint64_t most, unsigned times,
                                size_t *findings);

/* The same for a text; aborts if it does not load. */
rp_explored rp_explore_text (const char *text, rp_reduction reduction, uint64_t most);
void rp_explored_clear (rp_explored *explored);

#endif
