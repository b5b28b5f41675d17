#include "hooks/simd.h"

#include "base/map.h"
#include "base/vec.h"
#include "hooks/engine.h"
#include "hooks/monitor.h"

bool rp_simd_is_on;

/* One side of a byte: the iteration, counted from 1 in all loops, and the place of the access. */
typedef struct mark
{
  uint64_t iteration;
  uint32_t where;
  bool is_exposed; /* read: the iteration had not written the byte before */
} mark;

/* Of the latest iteration, and of the latest one before that. */
typedef struct mark_pair
{
  mark last, before;
} mark_pair;

typedef struct byte_marks
{
  mark_pair writers[2], readers[2]; /* not in an ordered region, and in one */
  uint64_t copy_of; /* V2: the loop that it is a private copy of; 0: none */
} byte_marks;

enum
{
  WORD = 8,
  MOST_WORDS = 1 << 16,
  MOST_COPIES = 32
};

typedef struct word_marks
{
  byte_marks bytes[WORD];
} word_marks;

/* The loop that is executed. */
static struct
{
  const rp_task *task;          /* NULL: none */
  uint64_t key;                 /* V4; 0: the end is announced */
  bool is_paused;               /* V4: it is between two bodies, or at its end */
  unsigned depth;               /* loops inside of it */
  unsigned ordered;             /* regions around what is executed */
  uint64_t safelen, first, now; /* iterations: of all loops */
  uint64_t number;              /* of the loop */
  uint32_t site;
  uintptr_t owned;   /* V2: besides the stack */
  size_t owned_size;
  rp_range copies[MOST_COPIES];
  unsigned copy_count;
} loop;

static uint64_t all; /* iterations so far */
static rp_map words; /* address / 8 -> 1 + position */
static RP_VEC (word_marks) marks;

static void
look (void)
{
  bool is_new = loop.now - loop.first < RP_SIMD_MOST_ITERATIONS && all < RP_SIMD_MOST_ALL;
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

/* A loop that is begun: nobody else's is open. */
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

/* Whether no loop may be begun now; a loop of the task's own has one more inside of it then. */
static bool
is_inside (void)
{
  if (rp_engine_now.explored)
    {
      rp_monitor_remark (RP_REMARK_LIMIT,
                         "simd loops: their iterations were not compared with each other");
      return true;
    }
  bool is_open = loop.task && !loop.is_paused;
  loop.depth += is_open && loop.task == rp_current_task ();
  return is_open;
}

void
rp_simd_begin (uint64_t safelen, uint32_t site)
{
  if (is_inside ())
    return;
  open_loop (0, safelen, site);
  look ();
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
  if (loop.copy_count == MOST_COPIES)
    {
      rp_monitor_remark (RP_REMARK_UNSEEN, "a simd loop with many reduction variables was executed: its iterations were "
                                           "not compared with each other");
      loop.task = NULL;
      stop_looking ();
      return;
    }
  loop.copies[loop.copy_count++] = rp_range_between (address, address + size);
}

static bool
is_copy (uintptr_t address)
{
  for (unsigned i = 0; i < loop.copy_count; i++)
    if (address - loop.copies[i].base < loop.copies[i].size)
      return true;
  return false;
}

void
rp_simd_iteration (void)
{
  if (loop.task != rp_current_task () || loop.depth || loop.is_paused)
    return;
  loop.now = ++all;
  look ();
}

/* Whether an announced end is that of the loop, and not of one inside of it. */
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
  stop_looking ();
}

uint64_t
rp_simd_new_key (void)
{
  static uint64_t latest;
  return ++latest;
}

void
rp_simd_body_begin (uint64_t key, uint64_t safelen, uint32_t site)
{
  if (is_inside ())
    return;
  if (loop.task != rp_current_task () || loop.key != key)
    open_loop (key, safelen, site);
  loop.is_paused = false;
  rp_simd_iteration ();
}

void
rp_simd_body_end (void)
{
  if (!is_end ())
    return;
  loop.is_paused = true;
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
  if (marks.count >= MOST_WORDS)
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

/* V1: the mark of PAIR that the running iteration conflicts with, or NULL. */
static const mark *
conflict_in (const mark_pair *pair)
{
  const mark *earlier = pair->last.iteration < loop.now ? &pair->last : &pair->before;
  bool is_one = earlier->iteration > loop.first
                && (!loop.safelen || loop.now - earlier->iteration < loop.safelen);
  return is_one ? earlier : NULL;
}

/* V5 */
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

static void
report (uintptr_t address, const mark *earlier, bool earlier_writes, uint32_t where, bool is_write)
{
  rp_race_found_in_simd (&(rp_simd_race) { .address = address,
                                           .site = loop.site,
                                           .earlier_where = earlier->where,
                                           .later_where = where,
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
access_byte (byte_marks *byte, uintptr_t address, bool is_write, uint32_t where)
{
  bool may_be_private = is_own (address), is_ordered = loop.ordered;
  if (is_copy (address))
    return;
  if (loop.now == loop.first && is_write && may_be_private)
    byte->copy_of = loop.number;
  if (loop.now == loop.first || byte->copy_of == loop.number)
    return;
  bool is_exposed = !is_write && !has_written (byte);
  const mark *writer = conflict_of (byte->writers, is_ordered);
  const mark *reader = is_write ? conflict_of (byte->readers, is_ordered) : NULL;
  if (writer && (!may_be_private || (!is_write && is_exposed)))
    report (address, writer, true, where, is_write);
  else if (reader && (!may_be_private || reader->is_exposed))
    report (address, reader, false, where, true);
  mark_pair *pair = is_write ? &byte->writers[is_ordered] : &byte->readers[is_ordered];
  if (is_write || pair->last.iteration != loop.now || is_exposed)
    put_mark (pair, (mark) { loop.now, where, is_exposed });
}

void
rp_simd_access (uintptr_t address, size_t size, bool is_write, uint32_t where)
{
  if (loop.task != rp_current_task ())
    return;
  for (uintptr_t end = address + size; address < end; address++)
    access_byte (&marks_at (address / WORD)->bytes[address % WORD], address, is_write, where);
}
