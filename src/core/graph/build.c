#include "core/graph/build.h"

#include "base/panic.h"

#include <stdlib.h>

/* What the builder keeps for a task, from its creation until the runtime forgets it. */
typedef struct live
{
  uint32_t node; /* the current node; after the end of the task, its last one */
  uint32_t base; /* the part in which the task was created */
  bool sealed;   /* the task signalled in `node`: its next access comes after the signal, and needs a new node */
  bool joined;
  RP_VEC (uint32_t) parts;    /* the open parts that the task owns, innermost last */
  RP_VEC (uint32_t) locks;    /* the lock set inside each section that the task is in, innermost last */
  RP_VEC (uint32_t) sections; /* if by_conflicts: the numbers of these sections in rp_conflicts */
  RP_VEC (uint32_t) calls;    /* n0' of each call that the task is in: call_begin */
} live;

/* A signal for a phase that has no node in the graph yet. */
typedef struct pending_signal
{
  rp_anchor from;
  uint32_t next; /* the next signal of the same phase, plus 1 */
} pending_signal;

typedef struct barrier
{
  uint32_t part, chain; /* the part that gets the nodes of the phases; the barrier's number, from 1 */
  bool is_clock;
  RP_VEC (pending_signal) pending;
  uint32_t free_pending;     /* head of the free list, plus 1 */
  rp_map by_phase;           /* phase -> the head of its list of pending signals, plus 1 */
  RP_VEC (rp_anchor) phases; /* node of each complete phase */
} barrier;

static live *
live_of (const rp_strand *strand)
{
  return strand->state;
}

static rp_graph *
graph_of (rp_observer *observer)
{
  return &((rp_builder *) observer)->graph;
}

static uint32_t
top_part (const rp_graph *graph, const live *task)
{
  return rp_part_find (graph, task->parts.count ? RP_VEC_LAST (&task->parts) : task->base);
}

static uint32_t
current_locks (const live *task)
{
  return task->locks.count ? RP_VEC_LAST (&task->locks) : RP_NO_LOCKS;
}

/* Adds a node after the current node of STRAND, and makes it the current one. Returns the new node. */
static uint32_t
advance (rp_graph *graph, rp_strand *strand, rp_node_kind kind, uint32_t site)
{
  live *task = live_of (strand);
  uint32_t node = rp_graph_add_node (graph, kind, strand->task, top_part (graph, task), site);
  rp_graph_node (graph, node)->lockset = current_locks (task);
  rp_graph_add_edge (graph, task->node, node, false);
  task->node = node;
  task->sealed = false;
  return node;
}

static void
unseal (rp_graph *graph, rp_strand *strand)
{
  if (live_of (strand)->sealed)
    advance (graph, strand, RP_NODE_SIGNAL, rp_graph_node (graph, live_of (strand)->node)->site);
}

static uint32_t
resolve (const rp_graph *graph, rp_anchor anchor)
{
  for (;;)
    {
      uint32_t part = rp_part_find (graph, anchor.part);
      const rp_part *now = &graph->parts.list.items[part];
      if (!now->folded)
        return anchor.node;
      anchor = (rp_anchor) { now->fork, now->parent };
    }
}

/* [Nakade, Fig. 3.4 POST]: edges n0 -> n0' for the parent and n0 -> n1 for the child. n1 is made before n0', so it has
 * the smaller stamp. reach.c takes the successors of a node from left to right in the order of stamps, and the drawing
 * of reach.h needs the child to the left of its parent. */
static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  rp_graph *graph = graph_of (observer);
  live *task = rp_calloc (1, sizeof *task);
  child->state = task;
  task->base = parent ? top_part (graph, live_of (parent))
                      : rp_part_open (graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, site);
  task->node = rp_graph_add_node (graph, RP_NODE_START, child->task, task->base, site);
  if (!parent)
    return;
  graph->parts.list.items[task->base].open_tasks++;
  rp_graph_add_edge (graph, live_of (parent)->node, task->node, false);
  advance (graph, parent, RP_NODE_CONTINUE, site);
}

static void
task_end (rp_observer *observer, rp_strand *strand)
{
  rp_graph *graph = graph_of (observer);
  live *task = live_of (strand);
  rp_permissions_end (&((rp_builder *) observer)->permissions, strand->task, task->node);
  while (task->parts.count)
    {
      uint32_t part = RP_VEC_POP (&task->parts);
      rp_part_merge (graph, part, graph->parts.list.items[part].parent);
    }
  RP_VEC_CLEAR (&task->parts);
  RP_VEC_CLEAR (&task->locks);
  RP_VEC_CLEAR (&task->sections);
  RP_VEC_CLEAR (&task->calls);
}

static void
task_forget (rp_observer *observer, rp_strand *strand)
{
  (void) observer;
  live *task = live_of (strand);
  if (!task)
    return;
  RP_VEC_CLEAR (&task->parts);
  RP_VEC_CLEAR (&task->locks);
  RP_VEC_CLEAR (&task->sections);
  RP_VEC_CLEAR (&task->calls);
  free (task);
  strand->state = NULL;
}

/* [Nakade, Fig. 3.4 AWAIT-NEXT, EWAIT]: edges n -> n' for JOINER, and from the last node of TASK to n'. */
static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  rp_graph *graph = graph_of (observer);
  live *ended = live_of (task);
  uint32_t from = resolve (graph, (rp_anchor) { ended->node, ended->base });
  uint32_t theirs = rp_part_find (graph, ended->base);
  uint32_t ours = top_part (graph, live_of (joiner));
  if (kind != RP_JOIN_GET && kind != RP_JOIN_WAITED && !ended->joined)
    {
      ended->joined = true;
      graph->parts.list.items[theirs].open_tasks--;
    }
  if (theirs != ours || !in_order)
    rp_part_cross (graph, theirs, ours);
  uint32_t before = live_of (joiner)->node;
  uint32_t node = advance (graph, joiner, RP_NODE_JOIN, site);
  if (from != before)
    rp_graph_add_edge (graph, from, node, false);
}

/* [Nakade, Fig. 3.4 CALL]: a call is POST and AWAIT-NEXT at once.
 *
 *         n0 --> n1, the callee ---> n'
 *          \---> n0', the caller, -/
 *                does nothing here
 *
 * With fold_calls these nodes are not made, and n0 gets the accesses of all of them. n0' has none, and n0, n1 and n'
 * are in one chain, so no order is lost. A loop with a million calls then makes no nodes. */
static void
call_begin (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  rp_builder *builder = (rp_builder *) observer;
  rp_graph *graph = &builder->graph;
  live *task = live_of (strand);
  if (builder->fold_calls)
    {
      graph->unmade += 2;
      graph->edge_count += 2;
      return;
    }
  uint32_t caller = task->node;
  advance (graph, strand, RP_NODE_CALL, site);
  uint32_t beside
    = rp_graph_add_node (graph, RP_NODE_CONTINUE, strand->task, top_part (graph, task), site);
  rp_graph_node (graph, beside)->lockset = current_locks (task);
  rp_graph_add_edge (graph, caller, beside, false);
  RP_VEC_PUSH (&task->calls, beside);
}

static void
call_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  rp_builder *builder = (rp_builder *) observer;
  rp_graph *graph = &builder->graph;
  if (builder->fold_calls)
    {
      graph->unmade++;
      graph->edge_count += 2;
      return;
    }
  uint32_t node = advance (graph, strand, RP_NODE_JOIN, site);
  rp_graph_add_edge (graph, RP_VEC_POP (&live_of (strand)->calls), node, false);
}

static void
open_part (rp_graph *graph, rp_strand *owner, uint32_t region, uint32_t site)
{
  live *task = live_of (owner);
  unseal (graph, owner);
  uint32_t part = rp_part_open (graph, top_part (graph, task), task->node, region, site);
  graph->parts.list.items[part].isolated = current_locks (task) != RP_NO_LOCKS;
  RP_VEC_PUSH (&task->parts, part);
}

/* Closes the innermost open part of OWNER. */
static void
close_part (rp_builder *builder, rp_strand *owner)
{
  rp_graph *graph = &builder->graph;
  live *task = live_of (owner);
  uint32_t number = RP_VEC_POP (&task->parts);
  rp_part *part = &graph->parts.list.items[number];
  if (part->irregular || part->open_tasks)
    {
      rp_part_merge (graph, number, part->parent);
      return;
    }
  if (builder->closed)
    builder->closed (builder, number, owner);
  graph->parts.list.items[number].closed = true;
  rp_part_hand_up (graph, number);
}

static void
region_open (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  open_part (graph_of (observer), owner, region, site);
}

/* Closes A, the part of REGION; does nothing if there is none. Regions need not nest: OWNER may have opened a part B
 * after A that is still open. Then A and B become one part, which closes when B would close. If OWNER has opened
 * several parts after A that are still open, B is the oldest of them. */
static void
region_done (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  (void) site;
  rp_graph *graph = graph_of (observer);
  live *task = live_of (owner);
  size_t at = task->parts.count;
  do
    if (at-- == 0)
      return;
  while (graph->parts.list.items[task->parts.items[at]].region != region);
  if (at + 1 == task->parts.count)
    {
      close_part ((rp_builder *) observer, owner);
      return;
    }
  uint32_t lower = task->parts.items[at], upper = task->parts.items[at + 1];
  graph->parts.list.items[lower].region = graph->parts.list.items[upper].region;
  rp_part_merge (graph, upper, lower);
  for (size_t i = at + 2; i < task->parts.count; i++)
    task->parts.items[i - 1] = task->parts.items[i];
  task->parts.count--;
}

static void
finish_begin (rp_observer *observer, rp_strand *task, uint32_t site)
{
  open_part (graph_of (observer), task, RP_NO_PART, site);
}

static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_graph *graph = graph_of (observer);
  live *task = live_of (strand);
  while (graph->parts.list.items[RP_VEC_LAST (&task->parts)].region != RP_NO_PART)
    {
      uint32_t part = RP_VEC_POP (&task->parts);
      rp_part_merge (graph, part, graph->parts.list.items[part].parent);
    }
  close_part ((rp_builder *) observer, strand);
}

/* Adds the edges <last, n'> of [Nakade, Fig. 6.1 ISOLATED]: from the ends of the last sections on OBJECTS to NODE. */
static void
add_last_edges (rp_builder *builder, uint32_t node, const rp_range *objects, size_t count)
{
  rp_last_find (&builder->last, objects, count);
  for (size_t i = 0; i < builder->last.found.count; i++)
    rp_graph_add_edge (&builder->graph, builder->last.found.items[i], node, true);
}

static void
isolated_begin (rp_observer *observer, rp_strand *strand, const rp_range *objects, size_t count,
                uint32_t site)
{
  rp_builder *builder = (rp_builder *) observer;
  rp_graph *graph = &builder->graph;
  live *task = live_of (strand);
  uint32_t outer = current_locks (task);
  uint32_t inner = rp_locksets_extend (&graph->locksets, outer, objects, count);
  RP_VEC_PUSH (&task->locks, inner);
  if (builder->by_conflicts)
    {
      uint32_t around = task->sections.count ? RP_VEC_LAST (&task->sections) : 0;
      RP_VEC_PUSH (&task->sections, rp_conflicts_begin (&builder->conflicts, &graph->locksets,
                                                        strand->task, around, objects, count));
    }
  if (inner == outer) /* ISOLATED-NESTED: nothing new is excluded */
    return;
  uint32_t node = advance (graph, strand, RP_NODE_ISOLATED, site);
  if (!builder->by_conflicts)
    add_last_edges (builder, node, objects, count);
  graph->parts.list.items[top_part (graph, task)].isolated = true;
  graph->has_isolated = true;
}

static void
isolated_commutes (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_builder *builder = (rp_builder *) observer;
  if (builder->by_conflicts)
    rp_conflicts_commute (&builder->conflicts, RP_VEC_LAST (&live_of (strand)->sections));
}

/* [Nakade, Fig. 6.1 ISOLATED-END]: last = n. Records that a section with the lock set LOCKSET ended in NODE. */
static void
set_last (rp_builder *builder, uint32_t lockset, uint32_t node)
{
  if (lockset == RP_GLOBAL_LOCK)
    {
      rp_last_set (&builder->last, NULL, 0, node);
      return;
    }
  const rp_lockset *set = rp_locksets_get (&builder->graph.locksets, lockset);
  rp_last_set (&builder->last, set->ranges, set->count, node);
}

static void
isolated_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  rp_builder *builder = (rp_builder *) observer;
  live *task = live_of (strand);
  uint32_t inner = RP_VEC_POP (&task->locks);
  if (builder->by_conflicts)
    rp_conflicts_end (&builder->conflicts, RP_VEC_POP (&task->sections), task->node);
  if (inner == current_locks (task)) /* ISOLATED-END-NESTED */
    return;
  set_last (builder, inner, task->node);
  advance (&builder->graph, strand, RP_NODE_LEAVE, site);
}

static void
permission_acquire (rp_observer *observer, rp_strand *strand, rp_range object, bool writes,
                    uint32_t site)
{
  rp_builder *builder = (rp_builder *) observer;
  if (!builder->keeps_permissions)
    return;
  unseal (&builder->graph, strand);
  rp_permissions_acquire (&builder->permissions, strand->task, object, writes, site,
                          live_of (strand)->node);
}

static void
permission_release (rp_observer *observer, rp_strand *strand, rp_range object, bool writes,
                    uint32_t site)
{
  (void) site;
  rp_builder *builder = (rp_builder *) observer;
  if (!builder->keeps_permissions)
    return;
  unseal (&builder->graph, strand);
  rp_permissions_release (&builder->permissions, strand->task, object, writes,
                          live_of (strand)->node);
}

/* Returns the part that gets new nodes of PART: PART itself or, if PART has closed, the nearest open part around it. */
static uint32_t
still_open (const rp_graph *graph, uint32_t part)
{
  part = rp_part_find (graph, part);
  while (graph->parts.list.items[part].closed)
    part = rp_part_find (graph, graph->parts.list.items[part].parent);
  return part;
}

static void
barrier_create (rp_observer *observer, rp_barrier *handle, rp_strand *creator, bool is_clock)
{
  rp_builder *builder = (rp_builder *) observer;
  barrier *own = rp_calloc (1, sizeof *own);
  own->part = top_part (&builder->graph, live_of (creator));
  own->chain = ++builder->chains;
  own->is_clock = is_clock;
  handle->state = own;
}

static void
note_signal (rp_graph *graph, const barrier *own, const rp_strand *strand, uint64_t phase, bool is_wait)
{
  if (graph->signals.count < RP_MAX_SIGNALS)
    RP_VEC_PUSH (&graph->signals,
                 (rp_signal) { own->chain, own->is_clock, is_wait, strand->task,
                               rp_graph_node (graph, live_of (strand)->node)->stamp, phase });
}

static void
barrier_signal (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
                uint32_t site)
{
  (void) site;
  rp_graph *graph = graph_of (observer);
  barrier *own = handle->state;
  live *task = live_of (strand);
  uint32_t part = top_part (graph, task);
  note_signal (graph, own, strand, phase, false);
  own->part = still_open (graph, own->part);
  rp_part_cross (graph, part, own->part);
  uint64_t *first = rp_map_insert (&own->by_phase, phase, NULL);
  uint32_t at = own->free_pending;
  if (at)
    own->free_pending = own->pending.items[at - 1].next;
  else
    {
      RP_VEC_PUSH (&own->pending, (pending_signal) { 0 });
      at = (uint32_t) own->pending.count;
    }
  own->pending.items[at - 1] = (pending_signal) { { task->node, part }, (uint32_t) *first };
  *first = at;
  task->sealed = true;
}

/* Does nothing: the node of a phase is made when a task waits for this phase or a later one (barrier_wait). Other
 * phases get no node, because it depends on the schedule whether they complete. */
static void
barrier_complete (rp_observer *observer, rp_barrier *handle, uint64_t phase)
{
  (void) observer;
  (void) handle;
  (void) phase;
}

/* Adds the node of the next phase, with edges from all signals of this phase, and from the node of the phase before.
 * Because of the latter edge, the last signal of a task that dropped out comes before all later phases, too. */
static void
add_phase (rp_graph *graph, barrier *own)
{
  uint64_t phase = own->phases.count;
  uint32_t part = own->part = still_open (graph, own->part);
  uint32_t node = rp_graph_add_node (graph, RP_NODE_PHASE, RP_NO_TASK, part, 0);
  rp_graph_node (graph, node)->chain = own->chain;
  rp_graph_node (graph, node)->index = (uint32_t) phase;
  if (phase)
    rp_graph_add_edge (graph, resolve (graph, RP_VEC_LAST (&own->phases)), node, false);
  const uint64_t *first = rp_map_find (&own->by_phase, phase);
  for (uint32_t at = first ? (uint32_t) *first : 0, next; at; at = next)
    {
      rp_graph_add_edge (graph, resolve (graph, own->pending.items[at - 1].from), node, false);
      next = own->pending.items[at - 1].next;
      own->pending.items[at - 1].next = own->free_pending;
      own->free_pending = at;
    }
  rp_map_remove (&own->by_phase, phase);
  RP_VEC_PUSH (&own->phases, (rp_anchor) { node, part });
}

static void
barrier_wait (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
              uint32_t site)
{
  rp_graph *graph = graph_of (observer);
  barrier *own = handle->state;
  while (own->phases.count <= phase)
    add_phase (graph, own);
  rp_part_cross (graph, own->part, top_part (graph, live_of (strand)));
  uint32_t node = advance (graph, strand, RP_NODE_WAIT, site);
  rp_graph_add_edge (graph, resolve (graph, own->phases.items[phase]), node, false);
  note_signal (graph, own, strand, phase, true);
}

static void
barrier_forget (rp_observer *observer, rp_barrier *handle, rp_strand *owner)
{
  (void) observer;
  (void) owner;
  barrier *own = handle->state;
  RP_VEC_CLEAR (&own->pending);
  RP_VEC_CLEAR (&own->phases);
  rp_map_clear (&own->by_phase);
  free (own);
}

static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  rp_builder *builder = (rp_builder *) observer;
  for (size_t i = 0; i < builder->depends.count; i++)
    if (builder->depends.items[i].kind == kind && builder->depends.items[i].site == site)
      return;
  RP_VEC_PUSH (&builder->depends, (rp_depends) { kind, site });
}

/* A task is about to access RANGE inside a section S. Adds edges from the ends of the earlier sections that conflict
 * with S by this access. These edges must not order the earlier accesses in S, so the access gets a new node if there
 * are any edges. */
static void
order_access (rp_builder *builder, rp_strand *strand, rp_range range, bool is_write)
{
  rp_graph *graph = &builder->graph;
  rp_conflicts *conflicts = &builder->conflicts;
  live *task = live_of (strand);
  for (uint64_t i = 0; i < range.size; i++)
    {
      rp_conflicts_access (conflicts, &graph->locksets, RP_VEC_LAST (&task->sections),
                           range.base + i, is_write);
      if (conflicts->found.count)
        advance (graph, strand, RP_NODE_ISOLATED, rp_graph_node (graph, task->node)->site);
      for (size_t k = 0; k < conflicts->found.count; k++)
        rp_graph_add_edge (graph, conflicts->found.items[k], task->node, true);
    }
}

void
rp_builder_access (void *builder, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
                   uint32_t site)
{
  rp_graph *graph = &((rp_builder *) builder)->graph;
  unseal (graph, strand);
  if (live_of (strand)->sections.count)
    order_access (builder, strand, (rp_range) { base, size }, is_write);
  graph->accesses++;
  rp_access_set_add (
    &rp_graph_node (graph, live_of (strand)->node)->accesses,
    (rp_access) {
      .base = base, .size = size, .task = strand->task, .site = site, .is_write = is_write });
}

uint32_t
rp_builder_node (const rp_strand *strand)
{
  return live_of (strand)->node;
}

void
rp_builder_set_node (rp_strand *owner, uint32_t node)
{
  live_of (owner)->node = node;
  live_of (owner)->sealed = false;
}

void
rp_builder_init (rp_builder *builder)
{
  *builder = (rp_builder) { .observer = { .task_create = task_create,
                                          .region_open = region_open,
                                          .region_done = region_done,
                                          .task_end = task_end,
                                          .task_forget = task_forget,
                                          .join = join,
                                          .call_begin = call_begin,
                                          .call_end = call_end,
                                          .finish_begin = finish_begin,
                                          .finish_end = finish_end,
                                          .isolated_begin = isolated_begin,
                                          .isolated_end = isolated_end,
                                          .isolated_commutes = isolated_commutes,
                                          .permission_acquire = permission_acquire,
                                          .permission_release = permission_release,
                                          .barrier_create = barrier_create,
                                          .barrier_signal = barrier_signal,
                                          .barrier_complete = barrier_complete,
                                          .barrier_wait = barrier_wait,
                                          .barrier_forget = barrier_forget,
                                          .depends = depends } };
  rp_graph_init (&builder->graph);
}

void
rp_builder_clear (rp_builder *builder)
{
  rp_graph_clear (&builder->graph);
  rp_last_clear (&builder->last);
  rp_conflicts_clear (&builder->conflicts);
  RP_VEC_CLEAR (&builder->depends);
  rp_permissions_clear (&builder->permissions);
}
