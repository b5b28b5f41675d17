#include "core/detect/espbags.h"

#include "base/panic.h"

#include <stddef.h>
#include <stdlib.h>

/* A bag is identified by its root, which is one of its strands; 0: the empty bag. */
typedef uint32_t bag;

/* The frame of a task or of a finish. PARALLEL is its P-bag. ENTERED is the last section that comes before the end of
 * some task that returned to this frame. If there are no clocks, all strands with numbers from FIRST up to S-1 are in
 * the P-bag when a child with strand S is created in the frame. */
typedef struct frame
{
  bag parallel;
  uint32_t entered;
  uint32_t first : 31;
  uint32_t is_clocked : 1; /* frame of a finish: the finish has a clock; frame of a task: the
                            * finish around the task's creation has one */
} frame;

/* A task, until it is forgotten. frames[0] is the task's own frame; each open finish of the task has another one. */
typedef struct rp_bags_task
{
  uint32_t strand; /* the strand of its accesses */
  bag serial;      /* its S-bag; it contains STRAND */
  RP_VEC (frame) frames;
  struct rp_bags_task *parent; /* at its end, the task returns to frame PARENT_FRAME of PARENT */
  size_t parent_frame;
  uint32_t siblings, sibling_count; /* as in rp_bags */
  bool ended;
  uint32_t depth, entered; /* as in rp_bags, while the task does not run */
  struct barrier *clock;   /* the clock of the innermost clocked finish that the task is in, or NULL */
} live;

typedef struct barrier
{
  bag arrived, passed; /* the clock's P-bag and S-bag */
  uint32_t entered;    /* the last section that comes before the arrival of some member */
  bool has_outsiders;  /* the finish has tasks that are not members of the clock */
  struct barrier *outer;
} barrier;

static void
take_later (uint32_t *entered, uint32_t other)
{
  if (other > *entered)
    *entered = other;
}

/* Returns the root of STRAND's bag, and shortens the path to it. When a row gets its grandparent as parent and has no
 * NEXT, it takes over the NEXT of its old parent. */
static uint32_t
find (rp_bags *bags, uint32_t strand)
{
  rp_strand_row *rows = bags->strands.items;
  while (rows[strand].parent != strand)
    {
      uint32_t parent = rows[strand].parent;
      if (!rows[strand].next && rows[parent].parent != parent)
        rows[strand].next = rows[parent].next;
      strand = rows[strand].parent = rows[parent].parent;
    }
  return strand;
}

/* Returns a new strand of TASK, in its own bag. INSIDE: the strand begins inside the section that was entered last. */
static uint32_t
new_strand (rp_bags *bags, uint32_t task, bool inside)
{
  RP_ASSERT (bags->strands.count < RP_STRANDS_MAX);
  uint32_t number = (uint32_t) bags->strands.count;
  RP_VEC_PUSH (
    &bags->strands,
    (rp_strand_row) { .parent = number, .task = task, .section = bags->sections - inside });
  return number;
}

/* Unites the sets with the roots A and B. Returns the root of the union. The root's NEXT must hold for all strands
 * below it. A NEXT of A or B holds for one of the two sets only, so a root with a NEXT must not become the root of
 * both; if both have one, a new strand becomes the root. */
static bag
link_roots (rp_bags *bags, bag a, bag b)
{
  rp_strand_row *rows = bags->strands.items;
  if (rows[a].next && rows[b].next)
    {
      bag both = new_strand (bags, rows[a].task, false);
      rows = bags->strands.items;
      rows[a].parent = rows[b].parent = both;
      rows[both].rank = (uint8_t) ((rows[a].rank > rows[b].rank ? rows[a].rank : rows[b].rank) + 1);
      return both;
    }
  if (rows[a].next || (!rows[b].next && rows[a].rank < rows[b].rank))
    {
      bag swap = a;
      a = b;
      b = swap;
    }
  if (rows[a].rank <= rows[b].rank)
    rows[a].rank = (uint8_t) (rows[b].rank + 1);
  rows[b].parent = a;
  return a;
}

/* Returns the union of the bags A and B, which may be empty. IS_PARALLEL: the union is a P-bag, else an S-bag. */
static bag
unite (rp_bags *bags, bag a, bag b, bool is_parallel)
{
  rp_bags_forget_known (bags);
  if (!a || !b)
    {
      bag only = a ? a : b;
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
set_now (rp_bags *bags, uint32_t strand)
{
  bags->now = strand;
  bags->now_key = rp_bags_key (strand);
}

static void
set_mode (rp_bags *bags)
{
  bool is_slow = bags->depth || bags->always_slow;
  rp_bags_set_mode (bags, !bags->unjoined ? RP_BAGS_IDLE : is_slow ? RP_BAGS_SLOW : RP_BAGS_FAST);
}

static live *
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
  live *task = rp_calloc (1, sizeof *task);
  child->state = task;
  task->strand = task->serial = new_strand (bags, child->task, false);
  RP_VEC_PUSH (&task->frames, (frame) { .first = task->strand + 1 });
  if (!parent)
    return;
  task->parent = live_of (parent);
  task->parent_frame = task->parent->frames.count - 1;
  const frame *around = &RP_VEC_LAST (&task->parent->frames);
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
  live *task = live_of (strand);
  if (!task->parent)
    return;
  RP_ASSERT (task->frames.count == 1);
  /* A clocked parent may end before its children. The children then return to where the parent returned. */
  live *parent = task->parent;
  size_t number = task->parent_frame;
  while (parent->ended)
    {
      const live *above = parent->parent;
      if (above->ended) /* shortens the path for the next child that returns here */
        {
          parent->parent_frame = above->parent_frame;
          parent->parent = above->parent;
        }
      number = parent->parent_frame;
      parent = parent->parent;
    }
  frame *around = &parent->frames.items[number];
  around->parallel = unite (bags, around->parallel, task->serial, true);
  around->parallel = unite (bags, around->parallel, task->frames.items[0].parallel, true);
  take_later (&around->entered, bags->entered);
  take_later (&around->entered, task->frames.items[0].entered);
  task->ended = true;
  RP_VEC_CLEAR (&task->frames);
}

static void
task_forget (rp_observer *observer, rp_strand *strand)
{
  (void) observer;
  live *task = live_of (strand);
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
  uint32_t next = (uint32_t) bags_of (observer)->strands.count;
  RP_VEC_PUSH (&live_of (strand)->frames, (frame) { .first = next });
}

/* EndFinish F in B: S_B := S_B u P_F. If no task is left to join, all strands so far are serial to everything from now
 * on. Then the floor is raised above them, and B continues as a new strand. */
static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_bags *bags = bags_of (observer);
  live *task = live_of (strand);
  frame inside = RP_VEC_POP (&task->frames);
  task->serial = unite (bags, task->serial, inside.parallel, false);
  take_later (&bags->entered, inside.entered);
  RP_VEC_LAST (&task->frames).first = (uint32_t) bags->strands.count;
  if (bags->unjoined)
    return;
  bags->floor = (uint32_t) bags->strands.count;
  RP_VEC_LAST (&task->frames).first++;
  task->strand = task->serial = new_strand (bags, strand->task, bags->depth > 0);
  set_now (bags, task->strand);
}

/* Records that SECTION comes after all strands in the S-bags of TASK and of its ancestors. Stops at an S-bag that
 * already has a section: the S-bags of the ancestors then have one too. */
static void
note_section (rp_bags *bags, live *task, uint32_t section)
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
  if (bags->has_barriers)
    return bags->entered > rows[strand].section;
  while (!rows[strand].next && rows[strand].parent != strand)
    strand = rows[strand].parent;
  return rows[strand].next && rows[strand].next <= bags->entered;
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
  live *task = live_of (creator);
  barrier *own = rp_calloc (1, sizeof *own);
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
  barrier *own = handle->state;
  live *task = live_of (strand);
  /* only frames inside the clock's finish matter: strands outside stay parallel, whatever the clock does */
  for (size_t i = task->frames.count; i-- > 0 && !task->frames.items[i].is_clocked;)
    if (task->frames.items[i].parallel)
      need_step_bags (bags, "unclocked tasks beside a clock", site);
  own->arrived = unite (bags, own->arrived, task->serial, true);
  take_later (&own->entered, bags->entered);
  task->strand = task->serial = new_strand (bags, strand->task, bags->depth > 0);
  set_now (bags, task->strand);
}

static void
barrier_complete (rp_observer *observer, rp_barrier *handle, uint64_t phase)
{
  (void) phase;
  barrier *own = handle->state;
  own->passed = unite (bags_of (observer), own->passed, own->arrived, false);
  own->arrived = 0;
}

static void
barrier_wait (rp_observer *observer, rp_barrier *handle, rp_strand *task, uint64_t phase,
              uint32_t site)
{
  (void) task;
  (void) phase;
  rp_bags *bags = bags_of (observer);
  const barrier *own = handle->state;
  if (own->has_outsiders)
    need_step_bags (bags, "unclocked tasks beside a clock", site);
  take_later (&bags->entered, own->entered);
}

/* The members have ended, and the clock's finish is about to end: everything in this finish becomes serial to OWNER. */
static void
barrier_forget (rp_observer *observer, rp_barrier *handle, rp_strand *owner)
{
  rp_bags *bags = bags_of (observer);
  barrier *own = handle->state;
  if (owner && live_of (owner))
    {
      live *task = live_of (owner);
      task->clock = own->outer;
      task->serial = unite (bags, task->serial, own->passed, false);
      task->serial = unite (bags, task->serial, own->arrived, false);
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
  live *before = bags->running, *task = live_of (strand);
  if (before)
    {
      before->depth = bags->depth;
      before->entered = bags->entered;
    }
  bags->running = task;
  set_now (bags, task->strand);
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
  bool parallel = bags->strands.items[find (bags, strand)].is_parallel;
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
  for (int i = 0; i < RP_ACCESS_CLASSES; i++)
    rp_shadow_clear (&bags->shadows[i]);
}
