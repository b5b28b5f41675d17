#include "hooks/copy_back.h"

#include "hooks/engine.h"

enum
{
  BLOCK_BYTES = 256, /* of a block whose size is not known */
  CODE_BYTES = 128   /* between the calls that announce the two accesses, without optimisation */
};

/* Whatever the program has there. Not by memcpy, which is a hook. */
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
  rp_copy_back_now.word = address % sizeof (any_word) ? 0 : *(const any_word *) address;
  rp_copy_back_now.pc = pc;
}

bool
rp_copy_back_write (uintptr_t address, uintptr_t pc)
{
  uint64_t word = rp_copy_back_now.word;
  rp_copy_back_now.word = 0;
  return address - rp_copy_back_now.around_low < rp_copy_back_now.around_size
         && pc - rp_copy_back_now.pc < CODE_BYTES && address % sizeof (any_word) == 0
         && *(const any_word *) address == word;
}

static bool is_copying_out;
static rp_bags_mode mode_before, mode_since;
bool rp_copies_out_writes;

/* Until the end, the mode is MODE. */
static void
begin_in_mode (rp_bags_mode mode)
{
  rp_bags *bags = &rp_engine_now.bags;
  is_copying_out = true;
  mode_before = bags->mode;
  bags->mode = mode_since = mode;
}

void
rp_copies_out_begin (void)
{
  if (rp_engine_now.bags.mode != RP_BAGS_IDLE)
    begin_in_mode (RP_BAGS_IDLE);
}

/* In the slow mode every write comes to rp_monitor_write. */
void
rp_copies_out_expect (void)
{
  if (rp_engine_now.bags.mode == RP_BAGS_IDLE)
    return;
  begin_in_mode (RP_BAGS_SLOW);
  rp_copies_out_writes = true;
}

/* Another mode was set for a task that runs since. */
void
rp_copies_out_end (void)
{
  if (is_copying_out && rp_engine_now.bags.mode == mode_since)
    rp_engine_now.bags.mode = mode_before;
  is_copying_out = rp_copies_out_writes = false;
}
