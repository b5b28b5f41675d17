/* Blocks that the program freed and that are not given back yet: a later access by a parallel task
 * still meets the write that free counts as, where reuse would have hidden it, and a report can
 * name the block. Bounded: 1024 blocks, together 1 MiB; the oldest go first. */
#ifndef RP_HOOKS_QUARANTINE_H
#define RP_HOOKS_QUARANTINE_H

#include <stddef.h>

/* Takes the block, and passes to GIVE_BACK what leaves, which may be this block if it is too big.
 */
void rp_quarantine_add (void *block, size_t size, void (*give_back) (void *block, size_t size));

#endif
