/* Prove against run: what the prover says of a random model for all values is compared with
 * executions, under the graph engine, for all small values.
 *
 *   - a pair of accesses that is refuted, or no candidate, races in no execution;
 *   - a pair with values races in the execution with these values, on the element named, unless
 *     something was over-approximated. */
#include "base/panic.h"
#include "campaign.h"
#include "core/detect/race.h"
#include "core/graph/build.h"
#include "generate_polyhedral.h"
#include "lang/interp.h"
#include "prove/poly/prove.h"
#include "prove/poly/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VALUE 3 /* above the minimum of each parameter */

static double solver_seconds;
static uint64_t questions, models, inexact_models, free_models, racy_models, undecided_models,
  candidates, refuted, clocked_refuted, executions, by_z3;

/* Every tenth model goes beyond the polyhedral subset; those do not count as undecided. */
static bool
is_inexact_seed (uint64_t seed)
{
  return seed % 10 == 9;
}

static void
generate (uint64_t seed, rp_strbuf *out)
{
  rp_generate_polyhedral (seed, is_inexact_seed (seed), out);
}

/* ---- one execution ---- */

typedef struct racing_pair
{
  char element[64];
  uint32_t sides[2]; /* site * 2 + is_write */
  bool is_certain;
} racing_pair;

typedef struct execution
{
  RP_VEC (racing_pair) pairs;
  rp_interp *interp;
  bool failed;
} execution;

static void
found (void *context, const rp_race *race)
{
  execution *e = context;
  if (race->kind == RP_RACE_ORDER)
    return;
  rp_arena arena = { 0 };
  rp_namer *namer = rp_interp_namer (e->interp);
  for (uint64_t i = 0; i < race->range.size; i++)
    {
      racing_pair pair = { .is_certain = race->kind == RP_RACE_CERTAIN };
      snprintf (pair.element, sizeof pair.element, "%s",
                namer->location (namer, &arena, race->range.base + i).name);
      pair.sides[0] = race->earlier.site << 1 | race->earlier.is_write;
      pair.sides[1] = race->later.site << 1 | race->later.is_write;
      RP_VEC_PUSH (&e->pairs, pair);
    }
  rp_arena_clear (&arena);
}

static void
execute (const rp_program *program, const int64_t *params, execution *e)
{
  rp_builder builder;
  rp_detector detector;
  rp_depth_first policy;
  rp_diagnostics diagnostics = { 0 };
  size_t count, troubles;
  rp_depth_first_init (&policy, 0);
  rp_builder_init (&builder);
  rp_detector_init (&detector, &builder.graph, found, e);
  rp_interp_options options = { .params = params,
                                .observer = &builder.observer,
                                .policy = &policy.policy,
                                .access = rp_builder_access,
                                .access_context = &builder };
  e->interp = rp_interp_new (program, &options, &diagnostics);
  RP_ASSERT (e->interp);
  rp_interp_run (e->interp);
  rp_interp_troubles (e->interp, &troubles);
  e->failed = troubles || rp_runtime_stop_info (rp_interp_runtime (e->interp)).stop != RP_STOP_NOT;
  uint32_t *nodes = rp_graph_sorted (&builder.graph, &count);
  rp_detect_indexed (&detector, nodes, count);
  free (nodes);
  rp_interp_free (e->interp);
  rp_detector_clear (&detector);
  rp_builder_clear (&builder);
  rp_diagnostics_clear (&diagnostics);
  executions++;
}

/* ---- comparing ---- */

static bool
is_pair (const rp_proof_pair *pair, const racing_pair *racing)
{
  uint32_t a = pair->sides[0].site << 1 | pair->sides[0].is_write;
  uint32_t b = pair->sides[1].site << 1 | pair->sides[1].is_write;
  return (a == racing->sides[0] && b == racing->sides[1])
         || (a == racing->sides[1] && b == racing->sides[0]);
}

/* A second read of the same element in one statement stands for both, so sites are not enough: a
 * pair of the proof may have another site of the same statement. Then variable and statement must
 * fit. */
static bool
is_open (const rp_program *program, const rp_proof *proof, const racing_pair *racing)
{
  for (size_t i = 0; i < proof->pairs.count; i++)
    {
      const rp_proof_pair *pair = &proof->pairs.items[i];
      if (pair->status == RP_PROOF_REFUTED)
        continue;
      if (is_pair (pair, racing))
        return true;
      const rp_stmt *statements[2], *others[2];
      for (int k = 0; k < 2; k++)
        {
          statements[k] = program->sites[pair->sides[k].site].stmt;
          others[k] = program->sites[racing->sides[k] >> 1].stmt;
        }
      size_t length = strlen (pair->variable);
      bool is_same = (statements[0] == others[0] && statements[1] == others[1])
                     || (statements[0] == others[1] && statements[1] == others[0]);
      if (is_same && !strncmp (racing->element, pair->variable, length)
          && (racing->element[length] == '[' || !racing->element[length]))
        return true;
    }
  return false;
}

static char message[400];

static const char *
check_executions (const rp_program *program, const rp_proof *proof)
{
  int64_t params[2];
  bool is_exact = !proof->notes.count;
  bool has_fatal = false;
  for (size_t i = 0; i < proof->notes.count; i++)
    has_fatal |= proof->notes.items[i]->is_fatal;
  const char *wrong = NULL;
  for (int64_t n = 0; n <= MAX_VALUE && !wrong; n++)
    for (int64_t t = 0; t <= MAX_VALUE && !wrong; t++)
      {
        execution e = { 0 };
        params[0] = program->params[0].minimum + n;
        params[1] = program->params[1].minimum + t;
        execute (program, params, &e);
        if (e.failed && is_exact)
          wrong = "the execution failed";
        for (size_t i = 0; i < e.pairs.count && !wrong && !has_fatal; i++)
          if (e.pairs.items[i].is_certain && !is_open (program, proof, &e.pairs.items[i]))
            {
              snprintf (message, sizeof message,
                        "N=%lld, T=%lld: race on %s between lines %u and %u, which is refuted",
                        (long long) params[0], (long long) params[1], e.pairs.items[i].element,
                        rp_source_place (program->source,
                                         program->sites[e.pairs.items[i].sides[0] >> 1].span)
                          .line,
                        rp_source_place (program->source,
                                         program->sites[e.pairs.items[i].sides[1] >> 1].span)
                          .line);
              wrong = message;
            }
        RP_VEC_CLEAR (&e.pairs);
      }
  return wrong;
}

/* The execution with the pair's values has the race. */
static const char *
check_witness (const rp_program *program, const rp_proof_pair *pair)
{
  execution e = { 0 };
  int64_t params[2] = { pair->params[0].value, pair->params[1].value };
  bool is_there = false;
  if (params[0] > 12 || params[1] > 12)
    return NULL;
  execute (program, params, &e);
  for (size_t i = 0; i < e.pairs.count && !is_there; i++)
    is_there = is_pair (pair, &e.pairs.items[i])
               && !strcmp (e.pairs.items[i].element, pair->element ? pair->element : "?");
  RP_VEC_CLEAR (&e.pairs);
  if (is_there)
    return NULL;
  snprintf (message, sizeof message, "N=%lld, T=%lld: %s %s and %s %s do not race on %s",
            (long long) params[0], (long long) params[1], pair->sides[0].instance,
            pair->sides[0].text, pair->sides[1].instance, pair->sides[1].text,
            pair->element ? pair->element : "?");
  return message;
}

static const char *
check_proof (const rp_program *program, const rp_proof *proof)
{
  bool is_open_pair = false, is_racy = false;
  for (size_t i = 0; i < proof->pairs.count; i++)
    {
      const rp_proof_pair *pair = &proof->pairs.items[i];
      candidates++;
      refuted += pair->status == RP_PROOF_REFUTED;
      clocked_refuted += pair->status == RP_PROOF_REFUTED && pair->phases.count;
      by_z3 += pair->engine && strstr (pair->engine, "Z3");
      is_open_pair |= pair->status == RP_PROOF_UNDECIDED;
      is_racy |= pair->status == RP_PROOF_POSSIBLE;
      if (pair->status == RP_PROOF_POSSIBLE && !proof->notes.count)
        {
          const char *wrong = check_witness (program, pair);
          if (wrong)
            return wrong;
        }
    }
  solver_seconds += proof->solver_seconds;
  questions += proof->questions;
  if (proof->notes.count)
    inexact_models++;
  else
    {
      models++;
      racy_models += is_racy;
      undecided_models += !is_racy && is_open_pair;
      free_models += !is_racy && !is_open_pair;
    }
  return check_executions (program, proof);
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  int64_t minima[2] = { INT64_MIN, INT64_MIN };
  rp_form form;
  rp_proof proof = { 0 };
  rp_diagnostics diagnostics = { 0 };
  isl_ctx *isl = rp_prove_isl ();
  const char *wrong = NULL;
  (void) seed;
  if (program->param_count != 2)
    wrong = NULL; /* the shrinker tried to leave one out */
  else if (rp_translate (program, minima, isl, &form, &diagnostics))
    {
      rp_prove_options options = { .seconds = 3 }; /* a few are hard: undecided, then */
      rp_prove (&form, &options, &proof);
      wrong = check_proof (program, &proof);
    }
  rp_proof_clear (&proof);
  if (program->param_count == 2)
    rp_form_clear (&form);
  isl_ctx_free (isl);
  rp_diagnostics_clear (&diagnostics);
  return wrong;
}

static bool
summary (void)
{
  printf ("  %llu polyhedral models: %llu race-free, %llu racy, %llu undecided; %llu others\n"
          "  %llu candidates, %llu refuted, %llu of them by clocks, %llu with Z3; %llu executions\n"
          "  %llu questions to Z3, %.1f s\n",
          (unsigned long long) models, (unsigned long long) free_models,
          (unsigned long long) racy_models, (unsigned long long) undecided_models,
          (unsigned long long) inexact_models, (unsigned long long) candidates,
          (unsigned long long) refuted, (unsigned long long) clocked_refuted,
          (unsigned long long) by_z3, (unsigned long long) executions,
          (unsigned long long) questions, solver_seconds);
  return models && free_models && racy_models && clocked_refuted && undecided_models * 20 <= models;
}

int
main (int argc, char **argv)
{
  static const rp_campaign campaign
    = { .name = "prove", .models = 300, .check = check, .summary = summary, .generate = generate };
  return rp_campaign_main (&campaign, argc, argv);
}
