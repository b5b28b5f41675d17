#include "inside/engine/copy_back.h"

#include "inside/engine/engine.h"

enum
{
  BLOCK_BYTES = 256, /* assumed for a block whose size is not known */
  CODE_BYTES = 128   /* the calls for the read and the write of a copy are closer to each other, even at -O0 */
};

/* A word whose type in the program is not known. It is copied without memcpy, because memcpy is a hook. */
typedef uint64_t __attribute__ ((may_alias)) any_word;

rp_copy_back rp_copy_back_now;

void
rp_copy_back_begin (const void *block, size_t size, const void *around)
{
  rp_copy_back_now = (rp_copy_back) { 0 };
  if (!block || !around)
    return;
  rp_copy_back_now.low = (uintptr_t) block;
  rp_copy_back_now.size = size ? size : BLOCK_BYTES;
  rp_copy_back_now.around_low = (uintptr_t) around;
  rp_copy_back_now.around_size = BLOCK_BYTES;
}

void
rp_copy_back_read (uintptr_t address, uintptr_t pc)
{
  rp_copy_back_now.has_word = address % sizeof (any_word) == 0;
  if (rp_copy_back_now.has_word)
    rp_copy_back_now.word = *(const any_word *) address;
  rp_copy_back_now.pc = pc;
}

bool
rp_copy_back_write (uintptr_t address, uintptr_t pc)
{
  rp_copy_back_now.has_word = false;
  return address - rp_copy_back_now.around_low < rp_copy_back_now.around_size
         && pc - rp_copy_back_now.pc < CODE_BYTES && address % sizeof (any_word) == 0
         && *(const any_word *) address == rp_copy_back_now.word;
}

bool rp_copies_out_writes;
bool rp_copies_out_is_on;
static rp_copies_out expected;
static const rp_task *copier; /* the task whose writes do not count, if rp_copies_out_writes */

/* Turns the checks off. rp_copies_out_end sets the mode again, and so does a switch to another task. */
void
rp_copies_out_begin (void)
{
  rp_copies_out_is_on = true;
  rp_engine_now.bags.mode = RP_BAGS_IDLE;
}

/* Makes every write come to rp_monitor_write, which leaves out the writes of `copier`: the task that runs now. */
void
rp_copies_out_expect (rp_copies_out what)
{
  if (!what || rp_engine_now.bags.mode == RP_BAGS_IDLE)
    return;
  expected = what;
  rp_copies_out_is_on = rp_copies_out_writes = true;
  copier = rp_current_task ();
  rp_bags_watch (&rp_engine_now.bags, RP_WATCHER_COPIES);
}

void
rp_copies_out_stop (void)
{
  rp_bags_unwatch (&rp_engine_now.bags, RP_WATCHER_COPIES);
  rp_copies_out_is_on = rp_copies_out_writes = false;
  expected = RP_COPIES_OUT_NOTHING;
}

void
rp_copies_out_deal (void)
{
  if (expected != RP_COPIES_OUT_UNTIL_BODY)
    rp_copies_out_end ();
}

bool
rp_copies_out_has_copier (void)
{
  return copier == rp_current_task ();
}
