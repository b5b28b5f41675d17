#include "explore/outcomes.h"

#include "base/panic.h"

#include <string.h>

static const char missing[] = "not observed";

static uint64_t
hash_text (const char *text)
{
  uint64_t hash = 0;
  for (; *text; text++)
    hash = rp_hash64 (hash ^ (unsigned char) *text);
  return hash;
}

static char *
copy (const char *text)
{
  size_t size = strlen (text) + 1;
  return memcpy (rp_malloc (size), text, size);
}

static rp_observable *
find_or_add (rp_outcomes *outcomes, uint64_t key, const char *name, uint32_t site, bool *is_new)
{
  uint64_t *place = rp_map_insert (&outcomes->by_key, key, is_new);
  if (*is_new)
    {
      RP_VEC_PUSH (&outcomes->list,
                   (rp_observable) { .key = key, .name = copy (name), .site = site });
      *place = outcomes->list.count;
    }
  return &outcomes->list.items[*place - 1];
}

/* Adds the value HASH to OBSERVABLE if it is new. Adds SCHEDULES to the count of schedules with this value. Returns
 * the index of the value. */
static size_t
add_value (rp_observable *observable, uint64_t hash, const char *text, uint64_t schedules)
{
  size_t i = 0;
  while (i < observable->values.count && observable->values.items[i].hash != hash)
    i++;
  if (i == observable->values.count)
    RP_VEC_PUSH (&observable->values, (rp_outcome) { hash, copy (text), 0 });
  observable->values.items[i].schedules += schedules;
  return i;
}

static void
note_one (rp_outcomes *outcomes, const rp_observation *observation, uint64_t task, bool is_complete)
{
  uint64_t key = rp_hash64 (hash_text (observation->name) ^ rp_hash64 (task + 1));
  key = rp_hash64 (key + ++*rp_map_insert (&outcomes->counts, key, NULL));
  bool is_new;
  rp_observable *observable
    = find_or_add (outcomes, key, observation->name, observation->site, &is_new);
  if (is_new && outcomes->runs > 1 && outcomes->is_whole)
    add_value (observable, 0, missing, 0);
  size_t value = add_value (observable, observation->hash, observation->text, is_complete);
  observable->run = outcomes->runs;
  observable->task = observation->task;
  if (value)
    RP_VEC_PUSH (&outcomes->differing, (uint32_t) (observable - outcomes->list.items));
}

void
rp_outcomes_note (rp_outcomes *outcomes, const rp_run_result *result, bool is_complete,
                  uint64_t (*path_of) (void *context, uint32_t task), void *context)
{
  outcomes->runs++;
  outcomes->complete += is_complete;
  if (outcomes->runs == 1)
    outcomes->is_whole = is_complete;
  outcomes->differing.count = 0;
  if (!result->observation_count && !outcomes->list.count)
    return;
  rp_map_clear (&outcomes->counts);
  for (size_t i = 0; i < result->observation_count; i++)
    note_one (outcomes, &result->observations[i], path_of (context, result->observations[i].task),
              is_complete);
  for (size_t i = 0; i < outcomes->list.count && is_complete && outcomes->is_whole; i++)
    if (outcomes->list.items[i].run != outcomes->runs
        && add_value (&outcomes->list.items[i], 0, missing, 0))
      RP_VEC_PUSH (&outcomes->differing, (uint32_t) i);
}

void
rp_outcomes_make_reference (rp_outcomes *outcomes)
{
  outcomes->complete = 0;
  for (size_t i = 0; i < outcomes->list.count; i++)
    for (size_t k = 0; k < outcomes->list.items[i].values.count; k++)
      outcomes->list.items[i].values.items[k].schedules = 0;
}

/* A missing value has the hash 0. The number of schedules without the observation is computed here: complete schedules
 * minus those with a value. It cannot be counted in each schedule, because the observation may be known only after
 * schedules that lack it. */
uint64_t
rp_outcome_schedules (const rp_outcomes *outcomes, const rp_observable *observable, size_t i)
{
  if (observable->values.items[i].hash)
    return observable->values.items[i].schedules;
  uint64_t others = 0;
  for (size_t k = 0; k < observable->values.count; k++)
    others += observable->values.items[k].schedules;
  return outcomes->complete - others;
}

void
rp_outcomes_add (rp_outcomes *outcomes, uint64_t key, const char *name, uint32_t site,
                 uint64_t hash, const char *text, uint64_t schedules)
{
  bool is_new;
  add_value (find_or_add (outcomes, key, name, site, &is_new), hash, text, schedules);
}

void
rp_outcomes_clear (rp_outcomes *outcomes)
{
  for (size_t i = 0; i < outcomes->list.count; i++)
    {
      rp_observable *observable = &outcomes->list.items[i];
      for (size_t k = 0; k < observable->values.count; k++)
        free (observable->values.items[k].text);
      RP_VEC_CLEAR (&observable->values);
      free (observable->name);
    }
  RP_VEC_CLEAR (&outcomes->list);
  RP_VEC_CLEAR (&outcomes->differing);
  rp_map_clear (&outcomes->by_key);
  rp_map_clear (&outcomes->counts);
}
