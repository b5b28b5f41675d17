/* Random campaigns: many seeds, one property, failures shrunk and printed with their seed.
 *
 *   PROGRAM [-n MODELS] [-s FIRST_SEED] [-c CLASS] [FILE.rp ...]
 *
 * Files, if given, are checked instead of random models; tests/core/detect/shrunk/ has those that once
 * failed. */
#ifndef RP_DIFF_CAMPAIGN_H
#define RP_DIFF_CAMPAIGN_H

#include "generate.h"
#include "lang/ast.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_campaign
{
  const char *name;
  uint64_t models; /* by default */

  /* Options for the model with this seed. */
  rp_generate_options (*options) (uint64_t seed);

  /* NULL if the property holds, else what is wrong. SEED only varies schedules and the like. */
  const char *(*check) (const rp_program *program, uint64_t seed);

  /* Counters to print at the end, so that a campaign that tests nothing shows. May be NULL.
   * Returns false if the campaign turned out to be empty. */
  bool (*summary) (void);

  /* Makes the text of the model instead of rp_generate; may be NULL. Classes are not told apart. */
  void (*generate) (uint64_t seed, rp_strbuf *out);
} rp_campaign;

int rp_campaign_main (const rp_campaign *campaign, int argc, char **argv);

#endif
