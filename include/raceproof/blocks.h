/* Closures for clang's blocks (-fblocks): rp_async_block (^{ ... }). Only included by task.h. */
#ifndef RACEPROOF_BLOCKS_H
#define RACEPROOF_BLOCKS_H
#ifdef __BLOCKS__

#include <raceproof/task.h>

/* Functions of the blocks runtime, which every program with blocks is linked with. */
void *_Block_copy (const void *block);
void _Block_release (const void *block);

static inline void
rp_run_block_ (void *argument)
{
  ((void (^) (void)) argument) ();
  _Block_release (argument);
}

/* Copies the block, so captured values live as long as the task. */
static inline void
rp_async_block (void (^block) (void))
{
  rp_async (rp_run_block_, _Block_copy ((const void *) block));
}

#endif
#endif
