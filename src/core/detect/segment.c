#include "core/detect/segment.h"

#include "base/panic.h"

/* What is known about a pair of classes. */
typedef struct known_pair
{
  uint8_t race; /* an rp_race_kind: none, possible or certain */
  bool order;   /* RP_RACE_ORDER was found */
} known_pair;

/* The accesses of a class with the lock set SET. */
typedef struct section_group
{
  uint32_t set;
  uint32_t history; /* position in rp_segment.histories */
} section_group;

struct rp_site_class
{
  uint32_t site;
  bool is_write;
  rp_history all;                /* all accesses of the class, compared by detector->order */
  rp_history run;                /* all accesses of the class, compared by detector->with_last: D4 (D3 .. D7 are in
                                  * segment.h) */
  rp_common_locks common;        /* D5 */
  RP_VEC (section_group) groups; /* D6 */
  RP_VEC (known_pair) known;     /* D3: for each other class, by its position */
};

/* What is known about the order of a whole class and a new access. */
typedef enum before
{
  BEFORE_UNKNOWN,
  BEFORE_IN_RUN, /* all members happen before the access, if this run's order of sections counts */
  BEFORE         /* all members happen before the access, in every run */
} before;

/* The kinds of histories in rp_segment.index. Each history of a class has a kind and a number. */
typedef enum history_kind
{
  OF_GROUP,        /* the number is the lock set of a group */
  HELD_AT,         /* the number is a place in the tree; members are in a section with this place */
  HELD_AT_OR_BELOW /* the number is a place in the tree; members are in a section with this place or one below it */
} history_kind;

static uint64_t
history_key (size_t class, history_kind kind, uint32_t number)
{
  return (uint64_t) class << 34 | (uint64_t) number << 2 | kind;
}

static rp_history *
find_history (const rp_segment *s, size_t class, history_kind kind, uint32_t number)
{
  const uint64_t *at = rp_map_find (&s->index, history_key (class, kind, number));
  return at ? &s->histories.items[*at] : NULL;
}

/* Returns the history of CLASS with KIND and NUMBER. Makes it if there is none, and sets *IS_NEW to whether it did. The
 * pointer is valid until the next history is made. */
static rp_history *
make_history (rp_segment *s, size_t class, history_kind kind, uint32_t number, bool *is_new)
{
  uint64_t *at = rp_map_insert (&s->index, history_key (class, kind, number), is_new);
  if (!*is_new)
    return &s->histories.items[*at];
  *at = s->history_count++;
  if (*at == s->histories.count)
    RP_VEC_PUSH (&s->histories, (rp_history) { 0 });
  rp_history_reset (&s->histories.items[*at]);
  return &s->histories.items[*at];
}

/* Returns the position of the class of SITE and IS_WRITE. Makes the class if there is none. */
static size_t
find_class (rp_segment *s, uint32_t site, bool is_write)
{
  for (size_t i = 0; i < s->class_count; i++)
    if (s->classes.items[i].site == site && s->classes.items[i].is_write == is_write)
      return i;
  if (s->class_count == s->classes.count)
    RP_VEC_PUSH (&s->classes, (rp_site_class) { 0 });
  rp_site_class *class = &s->classes.items[s->class_count];
  class->site = site;
  class->is_write = is_write;
  rp_history_reset (&class->all);
  rp_history_reset (&class->run);
  rp_common_locks_reset (&class->common);
  class->groups.count = class->known.count = 0;
  return s->class_count++;
}

static known_pair *
pair_with (rp_site_class *class, size_t other)
{
  while (class->known.count <= other)
    RP_VEC_PUSH (&class->known, (known_pair) { 0 });
  return &class->known.items[other];
}

static rp_race_side
side (const rp_segment *s, const rp_site_class *class, const rp_member *member)
{
  uint32_t lockset = rp_graph_node (s->detector->graph, member->node)->lockset;
  return (rp_race_side) { member->node, member->task,    class->site,
                          lockset,      class->is_write, member->folded };
}

/* Reports a race of KIND between A, of class G, and B, which is about to join class H. Remembers for D3 that it is
 * known. */
static void
report (rp_segment *s, rp_race_kind kind, size_t g, const rp_member *a, size_t h,
        const rp_member *b)
{
  rp_site_class *earlier = &s->classes.items[g], *later = &s->classes.items[h];
  known_pair *known = pair_with (earlier, h);
  bool is_repeated = kind == RP_RACE_ORDER ? known->order : known->race >= kind;
  if (kind == RP_RACE_ORDER)
    known->order = true;
  else if (!is_repeated)
    known->race = kind;
  *pair_with (later, g) = *known;
  rp_race race = { kind, s->range, side (s, earlier, a), side (s, later, b), is_repeated };
  RP_ASSERT ((kind == RP_RACE_ORDER)
             == rp_locksets_exclude (&s->detector->graph->locksets, race.earlier.lockset,
                                     race.later.lockset));
  s->reported += kind == RP_RACE_CERTAIN;
  s->detector->found (s->detector->context, &race);
}

/* D6: looks for a possible race between class G and B, which is about to join class H. Reports the first one. SET is
 * the lock set of B. */
static void
look_for_possible (rp_segment *s, size_t g, size_t h, const rp_member *b, uint32_t set)
{
  const rp_site_class *class = &s->classes.items[g];
  for (size_t i = 0; i < class->groups.count; i++)
    {
      const section_group *group = &class->groups.items[i];
      if (rp_locksets_exclude (&s->detector->graph->locksets, group->set, set))
        continue;
      const rp_member *a
        = rp_history_unordered (&s->histories.items[group->history], &s->detector->order, b->node);
      if (a)
        {
          report (s, RP_RACE_POSSIBLE, g, a, h, b);
          return;
        }
    }
}

/* Looks for a race between class G and B, which is about to join class H. Reports a certain race or, if there is none,
 * a possible one. Returns what is known about the order of class G and B. SET is the lock set of B. */
static before
look_for_race (rp_segment *s, size_t g, size_t h, const rp_member *b, uint32_t set)
{
  rp_site_class *class = &s->classes.items[g];
  rp_reach *order = &s->detector->order;
  const rp_member *a;
  if (!s->detector->graph->has_isolated)
    {
      a = rp_history_unordered (&class->all, order, b->node);
      if (a)
        report (s, RP_RACE_CERTAIN, g, a, h, b);
      return a ? BEFORE_UNKNOWN : BEFORE;
    }
  if (rp_history_is_before (&class->all, order, b->node))
    return BEFORE;
  a = rp_history_unordered (&class->run, &s->detector->with_last, b->node);
  if (a)
    report (s, RP_RACE_CERTAIN, g, a, h, b); /* D4 */
  else if (pair_with (class, h)->race == RP_RACE_NONE)
    look_for_possible (s, g, h, b, set);
  return a ? BEFORE_UNKNOWN : BEFORE_IN_RUN;
}

/* D7: returns a member of class G that is unordered with B and whose section excludes B's; NULL if there is none. */
static const rp_member *
find_section (rp_segment *s, size_t g, const rp_member *b)
{
  rp_reach *order = &s->detector->order;
  for (size_t i = 0; i < s->places.list.count; i++)
    {
      uint32_t place = s->places.list.items[i];
      rp_history *history = find_history (s, g, HELD_AT_OR_BELOW, place);
      const rp_member *a = history ? rp_history_unordered (history, order, b->node) : NULL;
      for (place /= 2; place && !a; place /= 2)
        {
          history = find_history (s, g, HELD_AT, place);
          a = history ? rp_history_unordered (history, order, b->node) : NULL;
        }
      if (a)
        return a;
    }
  return NULL;
}

/* Compares B, which is about to join class H, with every member of class G. This is [Nakade, Alg. 1] as printed, for
 * one location. SET is the lock set of B. */
static void
compare_each (rp_segment *s, size_t g, size_t h, const rp_member *b, uint32_t set)
{
  const rp_graph *graph = s->detector->graph;
  for (size_t i = s->classes.items[g].all.members.count; i-- > 0;)
    {
      rp_member a = s->classes.items[g].all.members.items[i];
      if (rp_reach_ordered (&s->detector->order, a.node, b->node))
        continue;
      rp_race_kind kind = RP_RACE_CERTAIN;
      if (rp_locksets_exclude (&graph->locksets, rp_graph_node (graph, a.node)->lockset, set))
        kind = RP_RACE_ORDER;
      else if (graph->has_isolated
               && rp_reach_ordered (&s->detector->with_last, a.node, b->node))
        kind = RP_RACE_POSSIBLE;
      report (s, kind, g, &a, h, b);
    }
}

/* Compares B, which is about to join class H, with class G. Looks for a race, and for sections whose order matters, and
 * reports each that it finds. Returns what is known about the order of class G and B. SET is the lock set of B. */
static before
compare (rp_segment *s, size_t g, size_t h, const rp_member *b, uint32_t set)
{
  rp_site_class *class = &s->classes.items[g];
  known_pair known = *pair_with (class, h);
  if (known.race == RP_RACE_CERTAIN && (known.order || set == RP_NO_LOCKS)) /* D3 */
    return BEFORE_UNKNOWN;
  bool excluded = rp_common_locks_exclude (&class->common, &s->detector->graph->locksets, set);
  bool is_ordered = excluded && !rp_locksets_have_unordered (&s->detector->graph->locksets, set);
  before result = is_ordered ? BEFORE_IN_RUN : BEFORE_UNKNOWN; /* D5; I4 of graph.h */
  if (known.race != RP_RACE_CERTAIN && !excluded)
    result = look_for_race (s, g, h, b, set);
  if (!known.order && set != RP_NO_LOCKS && result != BEFORE)
    {
      const rp_member *a = find_section (s, g, b);
      if (a)
        report (s, RP_RACE_ORDER, g, a, h, b);
    }
  return result;
}

static void
add_to_group (rp_segment *s, size_t class, rp_member member, uint32_t set)
{
  bool is_new;
  rp_history *history = make_history (s, class, OF_GROUP, set, &is_new);
  if (is_new)
    RP_VEC_PUSH (&s->classes.items[class].groups,
                 (section_group) { set, (uint32_t) (history - s->histories.items) });
  rp_history_add (history, member, false);
}

static void
add_to_tree (rp_segment *s, size_t class, rp_member member)
{
  bool is_new;
  for (size_t i = 0; i < s->places.list.count; i++)
    {
      uint32_t place = s->places.list.items[i];
      rp_history_add (make_history (s, class, HELD_AT, place, &is_new), member, false);
      for (; place; place /= 2)
        {
          rp_history *below = make_history (s, class, HELD_AT_OR_BELOW, place, &is_new);
          if (!below->members.count || RP_VEC_LAST (&below->members).node != member.node)
            rp_history_add (below, member, false);
        }
    }
}

void
rp_segment_add (rp_segment *s, uint32_t node, const rp_access *access)
{
  const rp_graph *graph = s->detector->graph;
  uint64_t most = s->detector->most_pairs;
  if (most && s->reported >= most && !s->detector->every)
    return;
  uint32_t set = rp_graph_node (graph, node)->lockset;
  rp_member member = { .node = node, .task = access->task, .folded = access->folded };
  size_t own = find_class (s, access->site, access->is_write);
  if (set != RP_NO_LOCKS)
    rp_lock_tree_find (&s->tree, &graph->locksets, set, &s->places);
  before result = BEFORE_UNKNOWN;
  for (size_t i = 0; i < s->class_count; i++)
    if (access->is_write || s->classes.items[i].is_write)
      {
        if (s->detector->every)
          {
            compare_each (s, i, own, &member, set);
            continue;
          }
        before order = compare (s, i, own, &member, set);
        if (i == own)
          result = order;
      }
  rp_site_class *class = &s->classes.items[own];
  rp_history_add (&class->all, member, result == BEFORE);
  if (!graph->has_isolated)
    return;
  rp_history_add (&class->run, member, result != BEFORE_UNKNOWN);
  rp_common_locks_add (&class->common, &graph->locksets, set);
  add_to_group (s, own, member, set);
  if (set != RP_NO_LOCKS)
    add_to_tree (s, own, member);
}

void
rp_segment_begin (rp_segment *s, rp_range range)
{
  s->range = range;
  s->class_count = s->history_count = 0;
  s->reported = 0;
  rp_map_clear (&s->index);
}

void
rp_segment_init (rp_segment *s, rp_detector *detector, const uint32_t *nodes, size_t count)
{
  *s = (rp_segment) { .detector = detector };
  if (detector->graph->has_isolated)
    rp_lock_tree_build (&s->tree, detector->graph, nodes, count);
}

void
rp_segment_clear (rp_segment *s)
{
  for (size_t i = 0; i < s->classes.count; i++)
    {
      rp_site_class *class = &s->classes.items[i];
      rp_history_clear (&class->all);
      rp_history_clear (&class->run);
      rp_common_locks_clear (&class->common);
      RP_VEC_CLEAR (&class->groups);
      RP_VEC_CLEAR (&class->known);
    }
  for (size_t i = 0; i < s->histories.count; i++)
    rp_history_clear (&s->histories.items[i]);
  RP_VEC_CLEAR (&s->classes);
  RP_VEC_CLEAR (&s->histories);
  RP_VEC_CLEAR (&s->places.list);
  rp_map_clear (&s->index);
  rp_lock_tree_clear (&s->tree);
}
