#include "engines.h"

#include "base/map.h"
#include "base/panic.h"
#include "core/detect/onthefly.h"
#include "core/detect/possible_deadlock.h"
#include "core/detect/race.h"
#include "lang/interp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
found (void *context, const rp_race *race)
{
  rp_outcome_set *outcome = context;
  uint32_t a = race->earlier.site << 1 | race->earlier.is_write;
  uint32_t b = race->later.site << 1 | race->later.is_write;
  outcome->racy |= race->kind == RP_RACE_CERTAIN;
  outcome->depends |= race->kind != RP_RACE_CERTAIN;
  for (uint64_t i = 0; i < race->range.size; i++)
    RP_VEC_PUSH (&outcome->pairs,
                 (rp_pair) { race->range.base + i, { a < b ? a : b, a < b ? b : a }, race->kind });
}

static int
compare_pairs (const void *left, const void *right)
{
  const rp_pair *a = left, *b = right;
  bool order_a = a->kind == RP_RACE_ORDER, order_b = b->kind == RP_RACE_ORDER;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  for (int i = 0; i < 2; i++)
    if (a->sides[i] != b->sides[i])
      return a->sides[i] < b->sides[i] ? -1 : 1;
  if (order_a != order_b)
    return order_a ? -1 : 1;
  return (a->kind < b->kind) - (a->kind > b->kind);
}

/* Sorts; of equal pairs the strongest stays. */
static void
tidy (rp_outcome_set *outcome)
{
  size_t kept = 0;
  if (outcome->pairs.count)
    qsort (outcome->pairs.items, outcome->pairs.count, sizeof (rp_pair), compare_pairs);
  for (size_t i = 0; i < outcome->pairs.count; i++)
    {
      rp_pair *now = &outcome->pairs.items[i];
      rp_pair *last = kept ? &outcome->pairs.items[kept - 1] : NULL;
      if (last && last->location == now->location && last->sides[0] == now->sides[0]
          && last->sides[1] == now->sides[1]
          && (last->kind == RP_RACE_ORDER) == (now->kind == RP_RACE_ORDER))
        continue;
      outcome->pairs.items[kept++] = *now;
    }
  outcome->pairs.count = kept;
}

bool
rp_engine_same_pairs (const rp_outcome_set *a, const rp_outcome_set *b)
{
  if (a->pairs.count != b->pairs.count)
    return false;
  for (size_t i = 0; i < a->pairs.count; i++)
    if (compare_pairs (&a->pairs.items[i], &b->pairs.items[i]))
      return false;
  return true;
}

static int
compare_hashes (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static uint64_t
hash_sorted (uint64_t *hashes, size_t count)
{
  uint64_t hash = count;
  if (count)
    qsort (hashes, count, sizeof *hashes, compare_hashes);
  for (size_t i = 0; i < count; i++)
    hash = rp_hash64 (hash ^ hashes[i]) + i;
  return hash;
}

static uint64_t
hash_accesses (rp_access_set *set)
{
  rp_access_set_compact (set);
  uint64_t *hashes = rp_malloc ((set->count + 1) * sizeof *hashes);
  for (uint32_t i = 0; i < set->count; i++)
    hashes[i] = rp_hash64 (rp_hash64 (set->items[i].base + set->items[i].size * 31u)
                           ^ (uint64_t) set->items[i].site << 1 ^ set->items[i].is_write);
  uint64_t hash = hash_sorted (hashes, set->count);
  free (hashes);
  return hash;
}

/* A node's hash covers its kind, its accesses and the hashes of its predecessors, whatever their
 * numbers; the graph's covers those of all nodes. */
static uint64_t
fingerprint (rp_graph *graph, const uint32_t *nodes, size_t count)
{
  uint64_t *by_number = rp_calloc (graph->nodes.count + 1, sizeof *by_number);
  uint64_t *all = rp_malloc ((count + 1) * sizeof *all);
  for (size_t i = 0; i < count; i++)
    {
      RP_VEC (uint64_t) before = { 0 };
      RP_GRAPH_FOR_PREDS (graph, nodes[i], from, is_last,
                          { RP_VEC_PUSH (&before, by_number[from] + is_last); });
      rp_node *node = rp_graph_node (graph, nodes[i]);
      uint64_t own = rp_hash64 (hash_accesses (&node->accesses) ^ node->kind ^ node->site * 977u);
      all[i] = by_number[nodes[i]] = rp_hash64 (own ^ hash_sorted (before.items, before.count));
      RP_VEC_CLEAR (&before);
    }
  uint64_t hash = hash_sorted (all, count);
  free (by_number);
  free (all);
  return hash;
}

static void
check_rest (rp_detector *detector, rp_graph *graph, rp_check check, rp_outcome_set *outcome)
{
  size_t count;
  uint32_t *nodes = rp_graph_sorted (graph, &count);
  if (check == RP_CHECK_REFERENCE)
    rp_detect_reference (detector, nodes, count);
  else
    rp_detect_indexed (detector, nodes, count);
  outcome->fingerprint = fingerprint (graph, nodes, count);
  outcome->nodes = graph->stamp;
  outcome->edges = graph->edge_count;
  outcome->isolated = graph->has_isolated;
  free (nodes);
}

rp_outcome_set
rp_engine_run (const rp_program *program, rp_check check, rp_policy *policy, bool preempt)
{
  rp_outcome_set outcome = { 0 };
  rp_diagnostics diagnostics = { 0 };
  int64_t *params = rp_interp_bind (program, NULL, NULL, 0, &diagnostics);
  RP_ASSERT (params);
  rp_builder builder;
  rp_detector detector;
  rp_builder_init (&builder);
  rp_detector_init (&detector, &builder.graph, found, &outcome);
  rp_onthefly fly = { .detector = &detector };
  if (check == RP_CHECK_ON_THE_FLY)
    rp_onthefly_attach (&fly, &builder);
  rp_stalls stalls;
  rp_stalls_attach (&stalls, &builder.observer);
  rp_interp_options options = { .params = params,
                                .observer = &builder.observer,
                                .policy = policy,
                                .access = rp_builder_access,
                                .access_context = &builder,
                                .preempt = preempt };
  rp_interp *interp = rp_interp_new (program, &options, &diagnostics);
  RP_ASSERT (interp);
  rp_interp_run (interp);
  rp_stop_info stop = rp_runtime_stop_info (rp_interp_runtime (interp));
  size_t troubles;
  rp_interp_troubles (interp, &troubles);
  outcome.deadlock = stop.stop == RP_STOP_DEADLOCK;
  outcome.failed = stop.stop == RP_STOP_MISUSE || stop.stop == RP_STOP_REQUEST;
  check_rest (&detector, &builder.graph, check, &outcome);
  rp_stalls_end (&stalls);
  outcome.may_deadlock = stalls.found.count != 0;
  outcome.depends |= builder.depends.count != 0 || outcome.may_deadlock;
  tidy (&outcome);
  rp_interp_dump (interp, &outcome.memory);
  rp_interp_free (interp);
  rp_stalls_clear (&stalls);
  rp_onthefly_clear (&fly);
  rp_detector_clear (&detector);
  rp_builder_clear (&builder);
  free (params);
  rp_diagnostics_clear (&diagnostics);
  return outcome;
}

void
rp_engine_clear (rp_outcome_set *outcome)
{
  RP_VEC_CLEAR (&outcome->pairs);
  rp_strbuf_clear (&outcome->memory);
}

rp_loaded
rp_engine_load (const char *text, bool quiet)
{
  rp_diagnostics diagnostics = { 0 };
  rp_loaded loaded = { .source = rp_source_from_text ("model.rp", text, strlen (text)) };
  loaded.program = rp_lang_load (loaded.source, &diagnostics);
  if (!loaded.program && !quiet)
    {
      for (size_t i = 0; i < diagnostics.list.count; i++)
        fprintf (stderr, "model.rp:%u: %s\n", diagnostics.list.items[i].at.line,
                 diagnostics.list.items[i].message);
      fprintf (stderr, "%s", text);
      abort ();
    }
  rp_diagnostics_clear (&diagnostics);
  return loaded;
}

void
rp_engine_unload (rp_loaded *loaded)
{
  rp_program_free (loaded->program);
  rp_source_free (loaded->source);
}
