#include "core/detect/espbags.h"

#include "base/panic.h"
#include "core/detect/espbags_live.h"

#include <stddef.h>
#include <stdlib.h>

static void
take_later (uint32_t *entered, uint32_t other)
{
  if (other > *entered)
    *entered = other;
}

/* Returns the root of the bag with ROW, and shortens the path to it. When a row gets its grandparent as parent and has
 * no NEXT, it takes over the NEXT of its old parent. */
static rp_bag
find (rp_bags *bags, uint32_t row)
{
  rp_strand_row *rows = bags->strands.items;
  while (rows[row].parent != row)
    {
      uint32_t parent = rows[row].parent;
      if (!rows[row].next && rows[parent].parent != parent)
        rows[row].next = rows[parent].next;
      row = rows[row].parent = rows[parent].parent;
    }
  return row;
}

static uint32_t
last_row (const rp_bags *bags)
{
  return (uint32_t) bags->strands.count - 1;
}

uint32_t
rp_bags_new_strand (rp_bags *bags, uint32_t task, bool inside)
{
  RP_ASSERT (bags->next_strand < RP_STRANDS_MAX);
  uint32_t row = (uint32_t) bags->strands.count;
  RP_VEC_PUSH (&bags->strands,
               (rp_strand_row) { .parent = row, .task = task, .section = bags->sections - inside });
  return bags->next_strand++;
}

/* TASK continues as a new strand, in an S-bag of its own. INSIDE: as for rp_bags_new_strand. */
static void
begin_strand (rp_bags *bags, rp_bags_live *task, uint32_t number, bool inside)
{
  task->strand = rp_bags_new_strand (bags, number, inside);
  task->serial = last_row (bags);
}

/* Unites the sets with the roots A and B. Returns the root of the union. The root's NEXT must hold for all strands
 * below it. A NEXT of A or B holds for one of the two sets only, so a root with a NEXT must not become the root of
 * both; if both have one, a new strand becomes the root. */
static rp_bag
link_roots (rp_bags *bags, rp_bag a, rp_bag b)
{
  rp_strand_row *rows = bags->strands.items;
  if (rows[a].next && rows[b].next)
    {
      rp_bags_new_strand (bags, rows[a].task, false);
      rp_bag both = last_row (bags);
      rows = bags->strands.items;
      rows[a].parent = rows[b].parent = both;
      rows[both].rank = (uint8_t) ((rows[a].rank > rows[b].rank ? rows[a].rank : rows[b].rank) + 1);
      return both;
    }
  if (rows[a].next || (!rows[b].next && rows[a].rank < rows[b].rank))
    {
      rp_bag swap = a;
      a = b;
      b = swap;
    }
  if (rows[a].rank <= rows[b].rank)
    rows[a].rank = (uint8_t) (rows[b].rank + 1);
  rows[b].parent = a;
  return a;
}

rp_bag
rp_bags_unite (rp_bags *bags, rp_bag a, rp_bag b, bool is_parallel)
{
  rp_bags_forget_known (bags);
  if (!a || !b)
    {
      rp_bag only = a ? a : b;
      if (only)
        bags->strands.items[only = find (bags, only)].is_parallel = is_parallel;
      return only;
    }
  a = find (bags, a);
  b = find (bags, b);
  if (a != b)
    a = link_roots (bags, a, b);
  bags->strands.items[a].is_parallel = is_parallel;
  return a;
}

static void
set_mode (rp_bags *bags)
{
  bool is_slow = bags->depth || bags->always_slow;
  rp_bags_set_mode (bags, !bags->unjoined ? RP_BAGS_IDLE : is_slow ? RP_BAGS_SLOW : RP_BAGS_FAST);
}

static rp_bags_live *
live_of (const rp_strand *strand)
{
  return strand->state;
}

static rp_bags *
bags_of (rp_observer *observer)
{
  return (rp_bags *) ((char *) observer - offsetof (rp_bags, observer));
}

/* Records that bags do not support CONSTRUCT, at SITE. Keeps only the first construct. */
static void
need_step_bags (rp_bags *bags, const char *construct, uint32_t site)
{
  if (bags->unsupported)
    return;
  bags->unsupported = construct;
  bags->unsupported_site = site;
}

/* Async A: S_A := {A}, P_A := {}. */
static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  (void) site;
  rp_bags *bags = bags_of (observer);
  rp_bags_live *task = rp_calloc (1, sizeof *task);
  child->state = task;
  begin_strand (bags, task, child->task, false);
  RP_VEC_PUSH (&task->frames, (rp_bag_frame) { .first = task->strand + 1 });
  if (!parent)
    return;
  task->parent = live_of (parent);
  task->parent_frame = task->parent->frames.count - 1;
  const rp_bag_frame *around = &RP_VEC_LAST (&task->parent->frames);
  if (around->is_clocked)
    {
      task->frames.items[0].is_clocked = true;
      task->clock = task->parent->clock;
      task->clock->has_outsiders |= !child->is_clocked;
    }
  task->siblings = around->first;
  task->sibling_count = task->strand - task->siblings;
  task->entered = bags->entered;
  bags->unjoined++;
  set_mode (bags);
}

/* A returns to B: P_B := P_B u S_A u P_A. */
static void
task_end (rp_observer *observer, rp_strand *strand)
{
  rp_bags *bags = bags_of (observer);
  rp_bags_live *task = live_of (strand);
  if (!task->parent)
    return;
  RP_ASSERT (task->frames.count == 1);
  /* A clocked parent may end before its children. The children then return to where the parent returned. */
  rp_bags_live *parent = task->parent;
  size_t number = task->parent_frame;
  while (parent->ended)
    {
      const rp_bags_live *above = parent->parent;
      if (above->ended) /* shortens the path for the next child that returns here */
        {
          parent->parent_frame = above->parent_frame;
          parent->parent = above->parent;
        }
      number = parent->parent_frame;
      parent = parent->parent;
    }
  rp_bag_frame *around = &parent->frames.items[number];
  around->parallel = rp_bags_unite (bags, around->parallel, task->serial, true);
  around->parallel = rp_bags_unite (bags, around->parallel, task->frames.items[0].parallel, true);
  take_later (&around->entered, bags->entered);
  take_later (&around->entered, task->frames.items[0].entered);
  task->ended = true;
  RP_VEC_CLEAR (&task->frames);
}

static void
task_forget (rp_observer *observer, rp_strand *strand)
{
  (void) observer;
  rp_bags_live *task = live_of (strand);
  if (!task)
    return;
  RP_VEC_CLEAR (&task->frames);
  free (task);
  strand->state = NULL;
}

static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  (void) joiner;
  (void) task;
  (void) in_order;
  rp_bags *bags = bags_of (observer);
  if (kind == RP_JOIN_FINISH || kind == RP_JOIN_WAITED)
    bags->unjoined--;
  set_mode (bags);
  if (kind != RP_JOIN_FINISH)
    need_step_bags (bags, kind == RP_JOIN_GET ? "futures" : "regions", site);
}

static void
finish_begin (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  uint32_t next = bags_of (observer)->next_strand;
  RP_VEC_PUSH (&live_of (strand)->frames, (rp_bag_frame) { .first = next });
}

/* All strands so far are serial to everything from now on. If half of the numbers of strands are used up, the numbers
 * start again from 1, and the shadow memory forgets the old ones. */
static void
raise_floor (rp_bags *bags)
{
  rp_bag_loops_forget (&bags->loops);
  if (bags->next_strand > RP_STRANDS_MAX / 2)
    {
      bags->generation++;
      bags->next_strand = 1;
      for (int i = 0; i < RP_ACCESS_CLASSES; i++)
        rp_shadow_clear (&bags->shadows[i]);
      rp_shadow_open (&bags->shadows[RP_ACCESS_PLAIN]);
    }
  bags->loops.shift = bags->next_strand - (uint32_t) bags->strands.count;
  bags->floor = bags->next_strand;
}

/* EndFinish F in B: S_B := S_B u P_F. If no task is left to join, all strands so far are serial to everything from now
 * on. Then the floor is raised above them, and B continues as a new strand. */
static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_bags *bags = bags_of (observer);
  rp_bags_live *task = live_of (strand);
  rp_bag_frame inside = RP_VEC_POP (&task->frames);
  task->serial = rp_bags_unite (bags, task->serial, inside.parallel, false);
  take_later (&bags->entered, inside.entered);
  RP_VEC_LAST (&task->frames).first = bags->next_strand;
  if (bags->unjoined)
    return;
  raise_floor (bags);
  RP_VEC_LAST (&task->frames).first = bags->next_strand + 1;
  begin_strand (bags, task, strand->task, bags->depth > 0);
  rp_bags_set_now (bags, task->strand);
}

/* Records that SECTION comes after all strands in the S-bags of TASK and of its ancestors. Stops at an S-bag that
 * already has a section: the S-bags of the ancestors then have one too. */
static void
note_section (rp_bags *bags, rp_bags_live *task, uint32_t section)
{
  for (; task; task = task->parent)
    {
      rp_strand_row *root = &bags->strands.items[find (bags, task->serial)];
      if (root->next)
        break;
      root->next = section;
    }
}

/* With clocks, a section that comes after STRAND may be recorded in another bag. So the function then returns true if
 * any section that was entered since STRAND began comes before the running strand. */
bool
rp_bags_may_be_before (const rp_bags *bags, uint32_t strand)
{
  const rp_strand_row *rows = bags->strands.items;
  uint32_t row = rp_bags_row (bags, strand);
  if (bags->has_barriers)
    return bags->entered > rows[row].section;
  while (!rows[row].next && rows[row].parent != row)
    row = rows[row].parent;
  return rows[row].next && rows[row].next <= bags->entered;
}

static void
isolated_begin (rp_observer *observer, rp_strand *strand, const rp_range *objects, size_t count,
                uint32_t site)
{
  (void) objects;
  rp_bags *bags = bags_of (observer);
  if (count)
    need_step_bags (bags, "isolated sections on objects", site);
  if (bags->depth++ == 0)
    {
      bags->entered = ++bags->sections;
      note_section (bags, live_of (strand), bags->sections);
    }
  set_mode (bags);
}

/* What the task and its ancestors did so far comes before the next section, whichever task enters that section. */
static void
isolated_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_bags *bags = bags_of (observer);
  if (--bags->depth == 0)
    note_section (bags, live_of (strand), bags->sections + 1);
  set_mode (bags);
}

static void
barrier_create (rp_observer *observer, rp_barrier *handle, rp_strand *creator, bool is_clock)
{
  rp_bags_live *task = live_of (creator);
  rp_bag_barrier *own = rp_calloc (1, sizeof *own);
  handle->state = own;
  if (is_clock)
    {
      RP_VEC_LAST (&task->frames).is_clocked = true;
      own->outer = task->clock;
      task->clock = own;
    }
  else
    need_step_bags (bags_of (observer), "phasers", 0);
  bags_of (observer)->has_barriers = true;
  bags_of (observer)->sibling_count = 0;
}

/* A member arrives or drops out: its S-bag is added to the clock's P-bag, and the member continues as a new strand. */
static void
barrier_signal (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
                uint32_t site)
{
  (void) phase;
  rp_bags *bags = bags_of (observer);
  rp_bag_barrier *own = handle->state;
  rp_bags_live *task = live_of (strand);
  /* only frames inside the clock's finish matter: strands outside stay parallel, whatever the clock does */
  for (size_t i = task->frames.count; i-- > 0 && !task->frames.items[i].is_clocked;)
    if (task->frames.items[i].parallel)
      need_step_bags (bags, "unclocked tasks beside a clock", site);
  own->arrived = rp_bags_unite (bags, own->arrived, task->serial, true);
  take_later (&own->entered, bags->entered);
  begin_strand (bags, task, strand->task, bags->depth > 0);
  rp_bags_set_now (bags, task->strand);
}

static void
barrier_complete (rp_observer *observer, rp_barrier *handle, uint64_t phase)
{
  (void) phase;
  rp_bag_barrier *own = handle->state;
  own->passed = rp_bags_unite (bags_of (observer), own->passed, own->arrived, false);
  own->arrived = 0;
}

static void
barrier_wait (rp_observer *observer, rp_barrier *handle, rp_strand *task, uint64_t phase,
              uint32_t site)
{
  (void) task;
  (void) phase;
  rp_bags *bags = bags_of (observer);
  const rp_bag_barrier *own = handle->state;
  if (own->has_outsiders)
    need_step_bags (bags, "unclocked tasks beside a clock", site);
  take_later (&bags->entered, own->entered);
}

/* The members have ended, and the clock's finish is about to end: everything in this finish becomes serial to OWNER. */
static void
barrier_forget (rp_observer *observer, rp_barrier *handle, rp_strand *owner)
{
  rp_bags *bags = bags_of (observer);
  rp_bag_barrier *own = handle->state;
  if (owner && live_of (owner))
    {
      rp_bags_live *task = live_of (owner);
      task->clock = own->outer;
      task->serial = rp_bags_unite (bags, task->serial, own->passed, false);
      task->serial = rp_bags_unite (bags, task->serial, own->arrived, false);
    }
  free (own);
}

static void
region (rp_observer *observer, rp_strand *owner, uint32_t number, uint32_t site)
{
  (void) owner;
  (void) number;
  need_step_bags (bags_of (observer), "regions", site);
}

static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  need_step_bags (bags_of (observer), kind == RP_DEPENDS_ON_CHOICE ? "choices" : "regions", site);
}

static void
task_held_up (rp_observer *observer, rp_strand *task, uint32_t site)
{
  (void) task;
  need_step_bags (bags_of (observer), "tasks that wait for a section or a condition", site);
}

static void
task_run (rp_observer *observer, rp_strand *strand)
{
  rp_bags *bags = bags_of (observer);
  rp_bags_live *before = bags->running, *task = live_of (strand);
  if (before)
    {
      before->depth = bags->depth;
      before->entered = bags->entered;
    }
  bags->running = task;
  rp_bags_set_now (bags, task->strand);
  bags->depth = task->depth;
  bags->entered = task->entered;
  bags->siblings = task->siblings;
  bags->sibling_count = bags->has_barriers ? 0 : task->sibling_count;
  set_mode (bags);
}

bool
rp_bags_find_parallel (rp_bags *bags, uint32_t strand)
{
  if (rp_bags_is_serial (bags, strand))
    return false;
  if (rp_bags_is_parallel (bags, strand))
    return true;
  bool parallel = bags->strands.items[find (bags, rp_bags_row (bags, strand))].is_parallel;
  if (parallel)
    rp_bags_note_parallel (bags, strand);
  else
    rp_bags_note_serial (bags, strand);
  return parallel;
}

void
rp_bags_init (rp_bags *bags, rp_bag_race_found *found, void *context)
{
  *bags = (rp_bags) { .observer = { .task_create = task_create,
                                    .region_open = region,
                                    .region_done = region,
                                    .task_end = task_end,
                                    .task_forget = task_forget,
                                    .join = join,
                                    .finish_begin = finish_begin,
                                    .finish_end = finish_end,
                                    .isolated_begin = isolated_begin,
                                    .isolated_end = isolated_end,
                                    .barrier_create = barrier_create,
                                    .barrier_signal = barrier_signal,
                                    .barrier_complete = barrier_complete,
                                    .barrier_wait = barrier_wait,
                                    .barrier_forget = barrier_forget,
                                    .depends = depends,
                                    .task_held_up = task_held_up,
                                    .task_run = task_run },
                      .found = found,
                      .context = context,
                      .mode = RP_BAGS_IDLE,
                      .unwatched = RP_BAGS_IDLE,
                      .next_strand = 1,
                      .floor = 1 };
  RP_VEC_PUSH (&bags->strands, (rp_strand_row) { 0 });
  rp_shadow_open (&bags->shadows[RP_ACCESS_PLAIN]);
}

void
rp_bags_slow_down (rp_bags *bags)
{
  bags->always_slow = true;
  set_mode (bags);
}

void
rp_bags_clear (rp_bags *bags)
{
  RP_VEC_CLEAR (&bags->mixtures);
  rp_map_clear (&bags->mixture_numbers);
  RP_VEC_CLEAR (&bags->blocks);
  rp_map_clear (&bags->block_numbers);
  RP_VEC_CLEAR (&bags->strands);
  rp_bag_loops_clear (&bags->loops);
  for (int i = 0; i < RP_ACCESS_CLASSES; i++)
    rp_shadow_clear (&bags->shadows[i]);
}
