#include "inside/engine/simd.h"

#include "base/map.h"
#include "base/vec.h"
#include "inside/engine/engine.h"
#include "inside/hook/monitor.h"

bool rp_simd_is_on;

/* An access to a byte: its iteration, counted from 1 through all loops, and its site. */
typedef struct mark
{
  uint64_t iteration;
  uint32_t site;
  bool is_exposed; /* of a read: the same iteration had not written the byte before */
} mark;

/* One access of each of the two latest iterations that accessed the byte. */
typedef struct mark_pair
{
  mark last, before;
} mark_pair;

typedef struct byte_marks
{
  mark_pair writers[2], readers[2]; /* [0] outside of ordered regions, [1] inside */
  uint64_t copy_of; /* V2 (simd.h, as all V below): the number of the loop for which the byte is
                     * in a private copy; 0: none */
} byte_marks;

enum
{
  WORD = 8,
  MAX_WORDS = 1 << 16,
  MAX_COPIES = 32
};

typedef struct word_marks
{
  byte_marks bytes[WORD];
} word_marks;

/* The simd loop that is being executed. */
static struct
{
  const rp_task *task;          /* the task that executes it; NULL: no simd loop is executed */
  uint64_t key;                 /* V4: the chunk; 0: a loop whose end is announced */
  bool is_paused;               /* V4: the task is between two bodies, or behind the last */
  unsigned depth;               /* how many simd loops inside this one the task is in */
  unsigned ordered;             /* how many `ordered simd` regions the task is in */
  uint64_t safelen;
  uint64_t first, now;          /* the last iteration before the loop, and the running one, as counted by `all` */
  uint64_t number;              /* how many loops were begun, with this one */
  uint32_t site;
  uintptr_t frame;   /* V7: the stack pointer of the function with the loop, when the iteration began */
  uintptr_t owned;   /* V2: variables of the task that are not on its stack */
  size_t owned_size;
  rp_range copies[MAX_COPIES];
  unsigned copy_count;
} loop;

/* Variables on the stack that all iterations share. Where only bodies are announced (V4), rp_simd_shares names them
 * before the body begins. */
static rp_range shared[MAX_COPIES];
static unsigned shared_count;

static uint64_t all; /* iterations of all simd loops so far */
static rp_map words; /* address / 8 -> 1 + position in marks */
static RP_VEC (word_marks) marks;

static void
look (void)
{
  bool is_new = loop.now - loop.first < RP_SIMD_MAX_ITERATIONS && all < RP_SIMD_MAX_ALL;
  if (!is_new)
    rp_monitor_remark (RP_REMARK_LIMIT,
                       "simd loops: their first iterations were compared with each other");
  rp_simd_is_on = is_new;
  if (is_new)
    rp_bags_watch (&rp_engine_now.bags, RP_WATCHER_SIMD);
  else
    rp_bags_unwatch (&rp_engine_now.bags, RP_WATCHER_SIMD);
}

static void
stop_looking (void)
{
  rp_bags_unwatch (&rp_engine_now.bags, RP_WATCHER_SIMD);
  rp_simd_is_on = false;
}

/* Stores in `loop` that the running task begins a loop. No other loop is open. */
static void
open_loop (uint64_t key, uint64_t safelen, uint32_t site)
{
  loop.task = rp_current_task ();
  loop.key = key;
  loop.is_paused = false;
  loop.depth = loop.ordered = 0;
  loop.safelen = safelen;
  loop.first = loop.now = all;
  loop.number++;
  loop.site = site;
  loop.owned = loop.owned_size = 0;
  loop.copy_count = 0;
}

/* Returns whether no loop can begin now: in exploration, or because one is open. If the open loop is the running
 * task's, counts one more loop inside it. The open loop may be that of another task, which lets the running task
 * go on in one of its iterations. Then the loop that begins now is not compared, and a remark says so. */
static bool
is_inside (void)
{
  if (rp_engine_is_explored ())
    {
      rp_monitor_remark (RP_REMARK_LIMIT,
                         "simd loops: their iterations were not compared with each other");
      return true;
    }
  bool is_open = loop.task && !loop.is_paused;
  if (is_open && loop.task == rp_current_task ())
    loop.depth++;
  else if (is_open)
    rp_monitor_remark (
      RP_REMARK_UNSEEN,
      "a simd loop was executed while another task was in an iteration of one: its "
      "iterations were not compared with each other");
  return is_open;
}

void
rp_simd_begin (uint64_t safelen, uint32_t site)
{
  if (is_inside ())
    return;
  open_loop (0, safelen, site);
  shared_count = 0;
  look ();
}

bool
rp_simd_was_met (void)
{
  return loop.number > 0;
}

void
rp_simd_owns (uintptr_t address, size_t size)
{
  if (loop.task != rp_current_task ())
    return;
  loop.owned = address;
  loop.owned_size = size;
}

void
rp_simd_copy (uintptr_t address, size_t size)
{
  if (loop.task != rp_current_task () || loop.depth)
    return;
  if (loop.copy_count == MAX_COPIES)
    {
      rp_monitor_remark (RP_REMARK_UNSEEN, "a simd loop with many reduction variables was executed: its iterations were "
                                           "not compared with each other");
      loop.task = NULL;
      stop_looking ();
      return;
    }
  loop.copies[loop.copy_count++] = rp_range_between (address, address + size);
}

static void
drop_marks (uintptr_t address, size_t size)
{
  for (uintptr_t word = address / WORD; word <= (address + size - 1) / WORD && words.count; word++)
    {
      uint64_t *position = rp_map_find (&words, word);
      if (position)
        marks.items[*position - 1] = (word_marks) { 0 };
    }
}

void
rp_simd_new_block (uintptr_t address, size_t size)
{
  if (loop.task != rp_current_task () || loop.is_paused || !size)
    return;
  if (!loop.key && loop.now == loop.first)
    rp_simd_copy (address, size);
  drop_marks (address, size);
}

static bool
is_in (uintptr_t address, const rp_range *ranges, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    if (address - ranges[i].base < ranges[i].size)
      return true;
  return false;
}

/* Ignores variables of a loop inside another one: they belong to one iteration of the outer loop. Also ignores all
 * beyond the first MAX_COPIES variables; for those V2 decides. */
void
rp_simd_shares (uintptr_t address, size_t size)
{
  bool is_open = loop.task && !loop.is_paused;
  if ((is_open && (loop.task != rp_current_task () || loop.depth)) || shared_count == MAX_COPIES
      || is_in (address, shared, shared_count))
    return;
  shared[shared_count++] = rp_range_between (address, address + size);
}

void
rp_simd_iteration (uintptr_t frame)
{
  if (loop.task != rp_current_task () || loop.depth || loop.is_paused)
    return;
  loop.frame = frame;
  loop.now = ++all;
  look ();
}

void
rp_simd_iteration_end (void)
{
  if (loop.task == rp_current_task () && !loop.depth && !loop.is_paused)
    stop_looking ();
}

/* The end of a loop or a body is announced. Returns whether this is the end of the outermost loop. If a loop inside it
 * ends, decreases loop.depth. */
static bool
is_end (void)
{
  if (loop.task != rp_current_task () || loop.is_paused)
    return false;
  if (!loop.depth)
    return true;
  loop.depth--;
  return false;
}

void
rp_simd_end (void)
{
  if (!is_end ())
    return;
  loop.task = NULL;
  shared_count = 0;
  stop_looking ();
}

uint64_t
rp_simd_new_key (void)
{
  static uint64_t latest;
  return ++latest;
}

void
rp_simd_body_begin (uint64_t key, uint64_t safelen, uint32_t site, uintptr_t frame)
{
  if (is_inside ())
    return;
  if (loop.task != rp_current_task () || loop.key != key)
    open_loop (key, safelen, site);
  loop.is_paused = false;
  rp_simd_iteration (frame);
}

void
rp_simd_body_end (void)
{
  if (!is_end ())
    return;
  loop.is_paused = true;
  shared_count = 0;
  stop_looking ();
}

void
rp_simd_ordered_begin (void)
{
  loop.ordered += loop.task == rp_current_task ();
}

void
rp_simd_ordered_end (void)
{
  loop.ordered -= loop.task == rp_current_task () && loop.ordered;
}

static word_marks *
marks_at (uintptr_t word)
{
  if (marks.count >= MAX_WORDS)
    {
      rp_map_clear (&words);
      marks.count = 0;
    }
  uint64_t *position = rp_map_insert (&words, word, NULL);
  if (!*position)
    {
      RP_VEC_PUSH (&marks, (word_marks) { 0 });
      *position = marks.count;
    }
  return &marks.items[*position - 1];
}

/* V1: returns the mark in PAIR that the running iteration conflicts with, or NULL. */
static const mark *
conflict_in (const mark_pair *pair)
{
  const mark *earlier = pair->last.iteration < loop.now ? &pair->last : &pair->before;
  bool is_one = earlier->iteration > loop.first
                && (!loop.safelen || loop.now - earlier->iteration < loop.safelen);
  return is_one ? earlier : NULL;
}

/* V5: returns the mark of an earlier access that the running access conflicts with, or NULL. PAIRS[0] has the accesses
 * outside of ordered regions, and PAIRS[1] has those inside. IS_ORDERED: the running access is in an ordered region, so
 * it conflicts with none of PAIRS[1]. */
static const mark *
conflict_of (const mark_pair pairs[2], bool is_ordered)
{
  const mark *found = conflict_in (&pairs[0]);
  return found || is_ordered ? found : conflict_in (&pairs[1]);
}

static bool
is_own (uintptr_t address)
{
  if (address - loop.owned < loop.owned_size)
    return true;
  const rp_closure *task = rp_engine_now.running;
  uintptr_t here = (uintptr_t) __builtin_frame_address (0);
  if (task && task->stack_high)
    return address >= here && address < task->stack_high;
  return address >= here && address - here < (uintptr_t) 8 << 20;
}

/* V7: returns whether ADDRESS is on the stack of a function that the running iteration has called. */
static bool
is_of_callee (uintptr_t address)
{
  return loop.now != loop.first && address < loop.frame && address >= (uintptr_t) __builtin_frame_address (0);
}

static void
report (uintptr_t address, const mark *earlier, bool earlier_writes, uint32_t site, bool is_write)
{
  rp_race_found_in_simd (&(rp_simd_race) { .address = address,
                                           .loop_site = loop.site,
                                           .earlier_site = earlier->site,
                                           .later_site = site,
                                           .earlier_writes = earlier_writes,
                                           .later_writes = is_write,
                                           .earlier_iteration = earlier->iteration - loop.first - 1,
                                           .later_iteration = loop.now - loop.first - 1 });
}

static void
put_mark (mark_pair *pair, mark made)
{
  if (pair->last.iteration != made.iteration)
    pair->before = pair->last;
  pair->last = made;
}

static bool
has_written (const byte_marks *byte)
{
  return byte->writers[0].last.iteration == loop.now || byte->writers[1].last.iteration == loop.now;
}

static void
access_byte (byte_marks *byte, uintptr_t address, bool is_write, uint32_t site)
{
  bool may_be_private = !is_in (address, shared, shared_count) && is_own (address), is_ordered = loop.ordered;
  if (is_in (address, loop.copies, loop.copy_count))
    return;
  if (loop.now == loop.first && is_write && may_be_private)
    byte->copy_of = loop.number;
  if (loop.now == loop.first || byte->copy_of == loop.number)
    return;
  bool is_exposed = !is_write && !has_written (byte);
  const mark *writer = conflict_of (byte->writers, is_ordered);
  const mark *reader = is_write ? conflict_of (byte->readers, is_ordered) : NULL;
  if (writer && (!may_be_private || (!is_write && is_exposed)))
    report (address, writer, true, site, is_write);
  else if (reader && (!may_be_private || reader->is_exposed))
    report (address, reader, false, site, true);
  mark_pair *pair = is_write ? &byte->writers[is_ordered] : &byte->readers[is_ordered];
  if (is_write || pair->last.iteration != loop.now || is_exposed)
    put_mark (pair, (mark) { loop.now, site, is_exposed });
}

void
rp_simd_access (uintptr_t address, size_t size, bool is_write, uint32_t site)
{
  if (loop.task != rp_current_task ())
    return;
  for (uintptr_t end = address + size; address < end; address++)
    if (!is_of_callee (address))
      access_byte (&marks_at (address / WORD)->bytes[address % WORD], address, is_write, site);
}
