/* The accesses of an execution: what an event touches, and which pairs of accesses race (trace.h, T4). */
#include "base/panic.h"
#include "explore/permission_regions.h"
#include "explore/trace_parts.h"

static rp_trace_place *
place_at (rp_trace *trace, uint64_t location)
{
  uint64_t *number = rp_map_insert (&trace->place_of, location, NULL);
  if (!*number)
    {
      RP_VEC_PUSH (&trace->places, (rp_trace_place) { .location = location });
      *number = trace->places.count;
    }
  rp_trace_place *place = &trace->places.items[*number - 1];
  if (place->run != trace->run)
    {
      place->run = trace->run;
      place->list.count = 0;
    }
  return place;
}

static bool
is_same (const rp_seen_race *a, const rp_seen_race *b)
{
  return a->location == b->location && a->sites[0] == b->sites[0] && a->sites[1] == b->sites[1]
         && a->writes[0] == b->writes[0] && a->writes[1] == b->writes[1]
         && a->is_permission == b->is_permission;
}

static void
swap_sides (rp_seen_race *seen_race)
{
  rp_seen_race old = *seen_race;
  for (int i = 0; i < 2; i++)
    {
      seen_race->sites[i] = old.sites[1 - i];
      seen_race->writes[i] = old.writes[1 - i];
      seen_race->is_bare[i] = old.is_bare[1 - i];
    }
}

void
rp_trace_add_seen_race (rp_trace *trace, rp_seen_race fresh)
{
  if (fresh.sites[0] > fresh.sites[1]
      || (fresh.sites[0] == fresh.sites[1] && fresh.writes[0] && !fresh.writes[1]))
    swap_sides (&fresh);
  uint64_t key
    = rp_hash64 (rp_hash64 (fresh.location) ^ ((uint64_t) fresh.sites[0] << 32 | fresh.sites[1]));
  key += fresh.is_permission * 4u + fresh.writes[0] * 2u + fresh.writes[1];
  for (;; key++)
    {
      uint64_t *number = rp_map_insert (&trace->seen_race_of, key, NULL);
      if (!*number)
        {
          RP_VEC_PUSH (&trace->seen_races, fresh);
          *number = trace->seen_races.count;
        }
      rp_seen_race *seen_race = &trace->seen_races.items[*number - 1];
      if (!is_same (seen_race, &fresh))
        continue;
      if (seen_race->seen != trace->run)
        RP_VEC_PUSH (&trace->seen, (uint32_t) (*number - 1));
      seen_race->seen = trace->run;
      for (int i = 0; i < 2; i++)
        seen_race->is_bare[i] |= fresh.is_bare[i];
      return;
    }
}

static bool
is_bare (const rp_last_access *access)
{
  return !access->section && !access->is_covered;
}

/* Records a race between THEN and NOW. With RP_PRECISION_PERMISSION_REGIONS, a race of two accesses that permissions
 * cover is left out: the conflict of their permissions is reported instead. */
static void
note_race (rp_trace *trace, uint64_t location, const rp_last_access *then,
           const rp_last_access *now)
{
  if (trace->precision == RP_PRECISION_PERMISSION_REGIONS && then->is_covered && now->is_covered)
    return;
  rp_trace_add_seen_race (trace, (rp_seen_race) { .location = location,
                                                  .sites = { then->site, now->site },
                                                  .writes = { then->is_write, now->is_write },
                                                  .is_bare = { is_bare (then), is_bare (now) } });
}

static bool
is_unordered (const rp_last_access *then, const rp_trace_task *task, uint32_t number)
{
  return then->task != number && then->tick > rp_clock_at (&task->strand, then->task);
}

static bool
exclude (rp_trace *trace, uint32_t a, uint32_t b)
{
  return a && b
         && rp_footprints_conflict (trace->footprints, trace->sections.items[a - 1].all,
                                    trace->sections.items[b - 1].all);
}

/* T4: HERE is the innermost section around the current access, THERE the one around an earlier access (indices plus 1;
 * 0: none). Compares each ended section around the earlier access with each section around the current access. If they
 * exclude each other, orders the current one after the ended one. */
static void
come_after_section (rp_trace *trace, uint32_t there, uint32_t here)
{
  for (uint32_t p = there; p; p = trace->sections.items[p - 1].outer)
    for (uint32_t q = here; q; q = trace->sections.items[q - 1].outer)
      {
        const rp_trace_section *theirs = &trace->sections.items[p - 1];
        const rp_trace_section *own = &trace->sections.items[q - 1];
        if (theirs->has_ended && rp_footprints_conflict (trace->footprints, theirs->own, own->own))
          rp_trace_begin_after (trace, own, &theirs->end);
      }
}

void
rp_trace_order_sections (rp_trace *trace, uint32_t number, uint32_t section)
{
  rp_trace_task *task = &trace->tasks.items[number];
  come_after_section (trace, section, task->sections.count ? RP_VEC_LAST (&task->sections) + 1 : 0);
  rp_trace_come_after_leaks (trace, task);
}

/* Returns whether SECTION, an index plus 1, is declared to commute; false for 0. */
static bool
commutes (const rp_trace *trace, uint32_t section)
{
  return section && trace->sections.items[section - 1].commutes;
}

static bool
in_commuting (const rp_trace *trace, uint32_t number)
{
  const rp_trace_task *task = &trace->tasks.items[number];
  return task->sections.count && commutes (trace, RP_VEC_LAST (&task->sections) + 1);
}

static void
check_access (rp_trace *trace, uint32_t number, uint64_t location, bool is_write, uint32_t site)
{
  rp_trace_place *place = place_at (trace, location);
  rp_trace_task *task = &trace->tasks.items[number];
  uint32_t here = task->sections.count ? RP_VEC_LAST (&task->sections) + 1 : 0;
  for (size_t i = 0; here && i < place->list.count; i++)
    {
      const rp_last_access *then = &place->list.items[i];
      if ((is_write || then->is_write) && is_unordered (then, task, number)
          && exclude (trace, then->section, here)
          && !(commutes (trace, then->section) && commutes (trace, here)))
        come_after_section (trace, then->section, here);
    }
  rp_trace_come_after_leaks (trace, task);
  rp_last_access *own = NULL;
  rp_last_access now
    = { number,   rp_clock_at (&task->strand, number),
        site,     here,
        is_write, rp_permission_regions_cover (trace, number, location, is_write) };
  for (size_t i = 0; i < place->list.count; i++)
    {
      rp_last_access *then = &place->list.items[i];
      if ((is_write || then->is_write) && is_unordered (then, task, number)
          && !exclude (trace, then->section, here))
        note_race (trace, location, then, &now);
      uint32_t all = then->section ? trace->sections.items[then->section - 1].all : 0;
      if (then->task == number && then->site == site && then->is_write == is_write
          && then->is_covered == now.is_covered
          && commutes (trace, then->section) == commutes (trace, here)
          && all == (here ? trace->sections.items[here - 1].all : 0))
        own = then;
    }
  if (own)
    *own = now;
  else
    RP_VEC_PUSH (&place->list, now);
}

void
rp_trace_condition_begin (rp_trace *trace)
{
  RP_ASSERT (!trace->is_open);
  trace->touches.count = 0;
  trace->asks = true;
}

rp_footprint
rp_trace_condition_end (rp_trace *trace)
{
  trace->asks = false;
  return rp_footprints_intern (trace->footprints, trace->touches.items, trace->touches.count);
}

/* Returns whether the search tries both orders of this access and each conflicting one: the access is in a section, or
 * trace->precision asks for it. */
static bool
is_shared (const rp_trace *trace, uint32_t number, uint64_t location, bool is_write)
{
  return trace->tasks.items[number].sections.count || trace->precision == RP_PRECISION_ACCESSES
         || (trace->precision == RP_PRECISION_PERMISSION_REGIONS
             && rp_permission_regions_cover (trace, number, location, is_write));
}

void
rp_trace_access (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
                 uint32_t site)
{
  rp_trace *trace = context;
  uint32_t number = rp_trace_number_of (strand);
  rp_trace_note_effect (trace, number);
  if (trace->asks
      || (rp_trace_is_event_of (trace, number) && is_shared (trace, number, base, is_write)))
    {
      rp_touch *last = trace->touches.count ? &RP_VEC_LAST (&trace->touches) : NULL;
      bool is_free = in_commuting (trace, number);
      bool meets = last && last->space == RP_SPACE_MEMORY && last->is_write == is_write
                   && last->commutes == is_free && base >= last->base && base <= last->end;
      if (meets && base + size > last->end)
        last->end = base + size;
      else if (!meets)
        RP_VEC_PUSH (&trace->touches,
                     (rp_touch) { base, base + size, RP_SPACE_MEMORY, is_write, is_free });
    }
  if (is_write && trace->is_open && !trace->tasks.items[number].sections.count)
    trace->events.items[trace->count - 1].writes_outside = true;
  for (uint32_t i = 0; i < size && trace->checks; i++)
    check_access (trace, number, base + i, is_write, site);
}
