#include "graph_run/collect.h"

#include "base/panic.h"

#include <string.h>

void
rp_collector_init (rp_collector *collector, const rp_graph *graph, const rp_task_table *tasks,
                   rp_namer *namer, rp_report *report)
{
  *collector = (rp_collector) { .describer = { .arena = &report->arena,
                                               .task = rp_collector_task,
                                               .creator = rp_collector_creator,
                                               .place = rp_collector_place },
                                .graph = graph,
                                .tasks = tasks,
                                .namer = namer,
                                .report = report };
}

void
rp_collector_clear (rp_collector *collector)
{
  rp_map_clear (&collector->by_sites);
  rp_map_clear (&collector->by_content);
  rp_map_clear (&collector->racing);
  rp_map_clear (&collector->shown);
  RP_VEC_CLEAR (&collector->list);
}

bool
rp_collector_has_race (void *context)
{
  return ((rp_collector *) context)->has_race;
}

/* Returns a hash of the two sites, the kinds of access, and whether RACE is an RP_RACE_ORDER. BY_TASK: also of the two
 * nodes, unless RACE is an RP_RACE_ORDER, so that pairs of other nodes get findings of their own. */
static uint64_t
pair_key (const rp_race *race, bool by_task)
{
  uint64_t a = (uint64_t) race->earlier.site << 1 | race->earlier.is_write;
  uint64_t b = (uint64_t) race->later.site << 1 | race->later.is_write;
  uint64_t low = a < b ? a : b, high = a < b ? b : a;
  uint64_t first = a < b ? race->earlier.node : race->later.node;
  uint64_t tasks = first << 32 | (race->earlier.node ^ race->later.node);
  uint64_t key = rp_hash64 (high << 32 ^ high) ^ low << 2 ^ (race->kind == RP_RACE_ORDER);
  return by_task && race->kind != RP_RACE_ORDER ? rp_hash64 (key) ^ rp_hash64 (tasks + 1) : key;
}

static bool
same_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && a->column == b->column && a->end_line == b->end_line
         && a->end_column == b->end_column && (a->file == b->file || !strcmp (a->file, b->file));
}

static bool
same_finding (const rp_collected_race *a, const rp_collected_race *b)
{
  if ((a->race.kind == RP_RACE_ORDER) != (b->race.kind == RP_RACE_ORDER) || a->apart || b->apart
      || strcmp (a->object.base, b->object.base))
    return false;
  const rp_place *x = &a->places[0].statement, *y = &a->places[1].statement;
  const rp_place *v = &b->places[0].statement, *w = &b->places[1].statement;
  return (same_place (x, v) && same_place (y, w)) || (same_place (x, w) && same_place (y, v));
}

static int
strength (const rp_race *race)
{
  return (int) race->kind * 4 + race->earlier.is_write + race->later.is_write;
}

static rp_meeting
meeting_of (const rp_graph *graph, const rp_race *race)
{
  return rp_part_meeting (graph, rp_graph_node (graph, race->earlier.node)->part,
                          rp_graph_node (graph, race->later.node)->part);
}

static uint64_t
hash_place (const rp_place *place)
{
  return rp_hash64 (place->line * 65599u + place->column) ^ place->end_line ^ place->end_column;
}

/* Returns the index in collector->list of the finding that FRESH belongs to (same_finding). If there is none, adds
 * FRESH. The key is a hash of the statements and the object. If another finding has this key, the next key is tried. */
static size_t
find_or_add (rp_collector *collector, rp_collected_race *fresh)
{
  uint64_t key
    = hash_place (&fresh->places[0].statement) + hash_place (&fresh->places[1].statement);
  for (const char *c = fresh->object.base; *c; c++)
    key = rp_hash64 (key ^ (unsigned char) *c);
  for (;; key++)
    {
      uint64_t *slot = rp_map_insert (&collector->by_content, key, NULL);
      if (!*slot)
        {
          RP_VEC_PUSH (&collector->list, *fresh);
          *slot = collector->list.count;
          return *slot - 1;
        }
      if (same_finding (&collector->list.items[*slot - 1], fresh))
        return *slot - 1;
    }
}

static rp_collected_race
name_race (rp_collector *collector, const rp_race *race)
{
  rp_arena *arena = &collector->report->arena;
  rp_namer *namer = collector->namer;
  return (rp_collected_race) { .race = *race,
                               .meeting = meeting_of (collector->graph, race),
                               .apart = collector->all && race->kind != RP_RACE_ORDER,
                               .steps
                               = { rp_graph_node (collector->graph, race->earlier.node)->stamp,
                                   rp_graph_node (collector->graph, race->later.node)->stamp },
                               .places = { namer->site (namer, arena, race->earlier.site),
                                           namer->site (namer, arena, race->later.site) },
                               .object = namer->location (namer, arena, race->range.base) };
}

static uint64_t
hash_text (const char *text)
{
  uint64_t hash = 1;
  for (; *text; text++)
    hash = rp_hash64 (hash ^ (unsigned char) *text);
  return hash;
}

/* Returns a hash of the variable at LOCATION. All elements of an array have the same hash. */
static uint64_t
hash_object (rp_collector *collector, uint64_t location)
{
  rp_arena arena = { 0 };
  rp_namer *namer = collector->namer;
  if (!collector->last_object || collector->last_location != location)
    {
      collector->last_location = location;
      collector->last_object = hash_text (namer->location (namer, &arena, location).base);
    }
  rp_arena_clear (&arena);
  return collector->last_object;
}

/* Returns whether to leave out RACE, whose pair of sites is new, because its object has many findings already: a
 * few suffice to show that the object is not protected. Counts RACE for its object and, if RACE is left out, in
 * report->left_out. Never leaves out an RP_RACE_ORDER; leaves out nothing if collector->all or is_unlimited is
 * set. */
static bool
is_left_out (rp_collector *collector, const rp_race *race)
{
  enum
  {
    MAX_OF_AN_OBJECT = 100
  };
  if (collector->all || collector->is_unlimited || race->kind == RP_RACE_ORDER)
    return false;
  uint64_t key = hash_object (collector, race->range.base);
  uint64_t *shown = rp_map_insert (&collector->shown, key ^ (race->kind == RP_RACE_CERTAIN), NULL);
  if (++*shown <= MAX_OF_AN_OBJECT)
    return false;
  collector->report->left_out++;
  return true;
}

static void
mark_racing (rp_collector *collector, const rp_race *race)
{
  collector->has_race |= race->kind == RP_RACE_CERTAIN;
  if (race->kind < RP_RACE_POSSIBLE)
    return;
  rp_map_insert (&collector->racing, race->earlier.node, NULL);
  rp_map_insert (&collector->racing, race->later.node, NULL);
}

void
rp_collector_add (void *context, const rp_race *race)
{
  rp_collector *collector = context;
  mark_racing (collector, race);
  if (race->is_repeated && !collector->all)
    return;
  bool is_new;
  uint64_t key = pair_key (race, collector->all);
  if (!rp_map_find (&collector->by_sites, key) && is_left_out (collector, race))
    return;
  uint64_t *slot = rp_map_insert (&collector->by_sites, key, &is_new);
  if (is_new)
    {
      rp_collected_race fresh = name_race (collector, race);
      *slot = find_or_add (collector, &fresh) + 1;
    }
  rp_collected_race *known = &collector->list.items[*slot - 1];
  known->count++;
  if (strength (race) > strength (&known->race))
    {
      uint64_t count = known->count;
      *known = name_race (collector, race);
      known->count = count;
    }
}
