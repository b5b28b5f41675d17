#include "explore/keys.h"

#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
place_text (rp_arena *arena, const rp_place *place)
{
  return rp_arena_format (arena, "%s:%u:%u-%u:%u", place->file ? place->file : "", place->line,
                          place->column, place->end_line, place->end_column);
}

static char *
line_text (rp_arena *arena, const rp_place *place)
{
  return place_text (arena, &(rp_place) { .file = place->file, .line = place->line });
}

/* Returns a key of RULE, OBJECT and the COUNT texts in PLACES. Sorts PLACES; equal places are in the key once. The
 * caller frees the key. */
static char *
make_key (int rule, const char *object, char **places, size_t count)
{
  rp_strbuf key = { 0 };
  rp_strbuf_format (&key, "%d|%s", rule, object ? object : "");
  if (count > 1)
    qsort (places, count, sizeof *places, compare_texts);
  for (size_t i = 0; i < count; i++)
    if (!i || strcmp (places[i], places[i - 1]))
      rp_strbuf_format (&key, "|%s", places[i]);
  return key.text;
}

char *
rp_pair_key (rp_arena *arena, rp_rule rule, const char *object, const rp_place *a,
             const rp_place *b)
{
  char *places[2] = { place_text (arena, a), place_text (arena, b) };
  return make_key (rule, object, places, 2);
}

char *
rp_seen_race_key (rp_arena *arena, rp_namer *namer, const rp_seen_race *seen_race)
{
  rp_location_name location = namer->location (namer, arena, seen_race->location);
  rp_site_name a = namer->site (namer, arena, seen_race->sites[0]);
  rp_site_name b = namer->site (namer, arena, seen_race->sites[1]);
  return rp_pair_key (arena, seen_race->is_permission ? RP_RULE_PERMISSION : RP_RULE_RACE,
                      location.base, &a.statement, &b.statement);
}

char *
rp_overlap_key (rp_arena *arena, rp_namer *namer, const rp_overlap *overlap)
{
  rp_location_name location = namer->location (namer, arena, overlap->range.base);
  rp_site_name a = namer->site (namer, arena, overlap->earlier.site);
  rp_site_name b = namer->site (namer, arena, overlap->later.site);
  return rp_pair_key (arena, RP_RULE_PERMISSION, location.base, &a.statement, &b.statement);
}

char *
rp_incident_key (rp_arena *arena, rp_namer *namer, const rp_incident *incident)
{
  rp_site_name site = namer->site (namer, arena, incident->site);
  char *place = place_text (arena, &site.place);
  return make_key (incident->rule, incident->object, &place, 1);
}

char *
rp_outcome_key (rp_arena *arena, rp_namer *namer, const rp_observable *observable)
{
  rp_site_name site = namer->site (namer, arena, observable->site);
  char *place = place_text (arena, &site.place);
  return make_key (RP_RULE_NON_DETERMINATE, observable->name, &place, 1);
}

char *
rp_deadlock_key (rp_arena *arena, rp_namer *namer, const rp_stop_info *stop)
{
  char **places = rp_arena_alloc (arena, (stop->waiting_count + 1) * sizeof *places);
  for (size_t i = 0; i < stop->waiting_count; i++)
    {
      rp_site_name site = namer->site (namer, arena, stop->waiting[i].site);
      places[i] = place_text (arena, &site.place);
    }
  return make_key (RP_RULE_DEADLOCK, NULL, places, stop->waiting_count);
}

/* Returns a coarser key: columns and the object are left out. */
char *
rp_finding_key (rp_arena *arena, const rp_finding *finding)
{
  size_t count = 0;
  char **places = rp_arena_alloc (arena, (finding->waiting_count + 2) * sizeof *places);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    places[count++] = line_text (arena, &finding->waiting[i].at);
  for (uint32_t i = 0; i < finding->access_count && !finding->waiting_count; i++)
    {
      rp_place at = finding->accesses[i].at;
      at.file = at.line ? at.file : rp_access_function_name (&finding->accesses[i]);
      places[count++] = line_text (arena, &at);
    }
  if (!count)
    places[count++] = line_text (arena, &(rp_place) { 0 });
  return make_key (finding->rule, NULL, places, count);
}

char *
rp_clash_key (rp_arena *arena, rp_namer *namer, const uint32_t sites[2])
{
  rp_site_name a = namer->site (namer, arena, sites[0]), b = namer->site (namer, arena, sites[1]);
  return rp_pair_key (arena, RP_RULE_MISUSE, "commutes", &a.place, &b.place);
}
