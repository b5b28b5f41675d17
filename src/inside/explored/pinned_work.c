#include "inside/explored/pinned_work.h"

#include "base/map.h"
#include "base/vec.h"
#include "inside/engine/engine.h"
#include "inside/explored/explored.h"
#include "inside/front/front.h"

enum
{
  MAX_LEVELS = 4,     /* of nested teams; teams around these are not looked at */
  MAX_WORDS = 1 << 12 /* of one access; words behind these are not looked at */
};

/* What was done to a word, or to a lock, since the last barrier. For a word: one bit for each byte. For a lock:
 * `read' is 1 if it was taken outside of all other locks, `written' is 1 if it was taken inside of one. */
typedef struct touched
{
  uint8_t read[2], written[2]; /* [0]: by the thread's own code; [1]: by open work */
} touched;

_Static_assert(sizeof (touched) <= sizeof (uint64_t), "it is the value of a map");

/* Key: the word or lock, and the thread's stretch of code between two barriers. Two keys may be equal by chance. Then
 * exploration may be called partial without need. */
static rp_map all;

static RP_VEC (uint8_t) depths; /* by task: how many sections it is in */

static touched *
find (uint64_t what, uint64_t stretch)
{
  return (touched *) rp_map_insert (&all, rp_hash64 (what) ^ stretch * 0x9e3779b97f4a7c15u, NULL);
}

static void
report (const char *why, uint32_t site)
{
  static bool is_reported;
  if (!is_reported)
    rp_explored_partial (why, site);
  is_reported = true;
}

static bool
is_own_stack (const rp_pinned_work *work, uintptr_t address)
{
  const rp_closure *own = rp_engine_now.running;
  return address - own->stack_low < own->stack_high - own->stack_low
         || address - work->stack_low < work->stack_high - work->stack_low;
}

static void
access_word (const rp_pinned_work *work, uint64_t word, uint8_t bytes, bool is_write, uint32_t site)
{
  touched *at = find (word, work->stretch);
  unsigned other = !work->is_open;
  if ((at->written[other] | (is_write ? at->read[other] : 0)) & bytes)
    report ("an iteration, section or single and other code of the thread that got it access the "
            "same memory, and "
            "another thread could have got it",
            site);
  *(is_write ? &at->written[work->is_open] : &at->read[work->is_open]) |= bytes;
}

void
rp_pinned_work_access (uintptr_t address, size_t size, bool is_write, uint32_t site)
{
  rp_pinned_work works[MAX_LEVELS];
  size_t levels = rp_front_now.pinned_work (rp_engine_now.running, works, MAX_LEVELS);
  for (size_t i = 0; i < levels; i++)
    {
      uintptr_t at = address, end = address + size;
      if (is_own_stack (&works[i], address))
        continue;
      for (size_t words = 0; at < end && words < MAX_WORDS; words++)
        {
          uintptr_t next = (at | 7) + 1 < end ? (at | 7) + 1 : end;
          access_word (&works[i], at >> 3, (uint8_t) (((1u << (next - at)) - 1) << (at & 7)),
                       is_write, site);
          at = next;
        }
    }
}

static uint8_t *
depth_of (const rp_strand *task)
{
  while (depths.count <= task->task)
    RP_VEC_PUSH (&depths, 0);
  return &depths.items[task->task];
}

static void
take (const rp_pinned_work *work, uint64_t lock, bool is_inner, uint32_t site)
{
  touched *at = find (~lock, work->stretch);
  unsigned other = !work->is_open;
  if (is_inner ? at->read[other] : at->written[other])
    report ("an iteration, section or single and other code of the thread that got it take locks "
            "inside of each other, "
            "and another thread could have got it",
            site);
  *(is_inner ? &at->written[work->is_open] : &at->read[work->is_open]) = 1;
}

void
rp_pinned_work_enter (const rp_strand *task, const rp_range *objects, size_t count, uint32_t site)
{
  rp_pinned_work works[MAX_LEVELS];
  size_t levels = rp_front_now.pinned_work (rp_engine_now.running, works, MAX_LEVELS);
  bool is_inner = *depth_of (task) > 0;
  for (size_t i = 0; i < levels; i++)
    for (size_t object = 0; object < count; object++)
      take (&works[i], objects[object].base, is_inner, site);
  *depth_of (task) += *depth_of (task) < UINT8_MAX;
}

void
rp_pinned_work_leave (const rp_strand *task)
{
  *depth_of (task) -= *depth_of (task) > 0;
}
