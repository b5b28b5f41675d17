#include "core/finding/proof.h"

#include "base/strbuf.h"

#include <inttypes.h>
#include <string.h>

void
rp_proof_clear (rp_proof *proof)
{
  for (size_t i = 0; i < proof->pairs.count; i++)
    RP_VEC_CLEAR (&proof->pairs.items[i].phases);
  RP_VEC_CLEAR (&proof->pairs);
  RP_VEC_CLEAR (&proof->notes);
  RP_VEC_CLEAR (&proof->regions);
  rp_arena_clear (&proof->arena);
}

const char *
rp_proof_status_name (rp_proof_status status)
{
  static const char *const names[] = { [RP_PROOF_REFUTED] = "refuted",
                                       [RP_PROOF_RACE] = "race",
                                       [RP_PROOF_POSSIBLE] = "possible",
                                       [RP_PROOF_UNDECIDED] = "undecided" };
  return names[status];
}

uint32_t
rp_proof_count (const rp_proof *proof, rp_proof_status status)
{
  uint32_t count = 0;
  for (size_t i = 0; i < proof->pairs.count; i++)
    count += proof->pairs.items[i].status == status;
  return count;
}

const char *
rp_region_status_name (rp_region_status status)
{
  static const char *const names[] = {
    [RP_REGION_PROVED] = "proved", [RP_REGION_RACE] = "race", [RP_REGION_UNDECIDED] = "undecided"
  };
  return names[status];
}

uint32_t
rp_proof_count_regions (const rp_proof *proof, rp_region_status status)
{
  uint32_t count = 0;
  for (size_t i = 0; i < proof->regions.count; i++)
    count += proof->regions.items[i].status == status;
  return count;
}

const char *
rp_proof_params (rp_arena *arena, const rp_proof_pair *pair, const char *between)
{
  rp_strbuf text = { 0 };
  for (uint32_t i = 0; i < pair->param_count; i++)
    rp_strbuf_format (&text, "%s%s=%" PRId64, i ? between : "", pair->params[i].name,
                      pair->params[i].value);
  const char *kept = rp_arena_copy (arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return kept;
}

const char *
rp_proof_instance (rp_arena *arena, const rp_proof_side *side)
{
  rp_strbuf text = { 0 };
  rp_strbuf_add_bytes (&text, side->instance, strcspn (side->instance, "<"));
  for (uint32_t i = 0; i < side->iterator_count; i++)
    rp_strbuf_format (&text, "%s%s=%" PRId64, i ? "," : "<", side->iterators[i].name,
                      side->iterators[i].value);
  rp_strbuf_add (&text, side->iterator_count ? ">" : "");
  const char *kept = rp_arena_copy (arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return kept;
}

const char *
rp_proof_values (rp_arena *arena, const rp_proof_pair *pair)
{
  const char *params = rp_proof_params (arena, pair, ", ");
  rp_strbuf text = { 0 };
  if (*params)
    rp_strbuf_format (&text, "for %s: ", params);
  rp_strbuf_format (&text, "%s and %s on %s", rp_proof_instance (arena, &pair->sides[0]),
                    rp_proof_instance (arena, &pair->sides[1]),
                    pair->element ? pair->element : pair->variable);
  if (pair->has_phase)
    rp_strbuf_format (&text, ", both in phase %" PRId64, pair->phase);
  const char *kept = rp_arena_copy (arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return kept;
}

rp_finding
rp_proof_finding (rp_arena *arena, const rp_proof_pair *pair)
{
  rp_finding finding = { .rule = RP_RULE_RACE,
                         .certainty = pair->status == RP_PROOF_RACE ? RP_CERTAIN : RP_POSSIBLE,
                         .kind = pair->sides[1].is_write ? "write-write" : "read-write",
                         .object = { .name = pair->element ? pair->element : pair->variable,
                                     .storage = RP_STORAGE_SHARED_VARIABLE },
                         .access_count = 2,
                         .count = 1 };
  for (int i = 0; i < 2; i++)
    {
      const rp_proof_side *side = &pair->sides[i];
      finding.accesses[i] = (rp_access_ref) {
        .task = { .kind = RP_TASK_INSTANCE,
                  .construct = "instance",
                  .binding = rp_proof_instance (arena, side) },
        .is_write = side->is_write,
        .at = side->at,
      };
    }
  finding.message = rp_arena_format (arena, "data race on `%s`: %s, not ordered",
                                     finding.object.name, finding.kind);
  return finding;
}
