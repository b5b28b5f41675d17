/* Random models, for comparing detectors with each other and with brute force.
 *
 * A seed gives the same text everywhere. The models end, pass the checker, misuse nothing and
 * rarely deadlock; about half of them have a race. */
#ifndef RP_DIFF_GENERATE_H
#define RP_DIFF_GENERATE_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rp_generate_class
{
  RP_GENERATE_STRUCTURED, /* finish, async, forall, forasync */
  RP_GENERATE_FUTURES,    /* and future, get */
  RP_GENERATE_CLOCKS,     /* and clocked finish, clocked async, advance */
  RP_GENERATE_PHASERS,    /* and phasers */
  RP_GENERATE_REGIONS,    /* post, await, ewait, pass, handlers */
  RP_GENERATE_ISOLATED,   /* structured, and isolated */
  RP_GENERATE_MIXED,      /* everything */
  RP_GENERATE_CLASSES
} rp_generate_class;

typedef enum rp_generate_size
{
  RP_GENERATE_TINY,  /* for brute force: up to 4 tasks besides main, about 10 accesses */
  RP_GENERATE_SMALL, /* up to 8 tasks, about 25 accesses */
  RP_GENERATE_MEDIUM /* up to 40 tasks, for detectors among themselves */
} rp_generate_size;

typedef struct rp_generate_options
{
  rp_generate_class class;
  rp_generate_size size;
  /* Also what makes the outcome of race-free models depend on the schedule: ewait and handlers on
   * regions with several tasks, choices, conditions on what isolated sections have written,
   * sections that nest. Without it, one execution decides for all (Nakade, theorem 3). */
  bool order_matters;
  /* Conditions and subscripts do not depend on shared values. Then every execution makes the same
   * accesses, and not only the verdict but the set of racing locations must be the same for all.
   * (Else a racy model's execution may go where another one cannot.) */
  bool static_control;
  bool global_sections; /* isolated sections have no objects */
} rp_generate_options;

void rp_generate (uint64_t seed, rp_generate_options options, rp_strbuf *out);

const char *rp_generate_class_name (rp_generate_class class);

#endif
