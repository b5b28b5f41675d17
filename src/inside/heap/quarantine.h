/* Blocks that the program freed and that are not given back yet. free counts as a write to the block. A later access by
 * a parallel task still meets this write, which a reuse of the memory would have hidden, and a report can name the
 * block. The quarantine holds at most 1024 blocks, together 1 MiB; the oldest leave first. */
#ifndef RP_INSIDE_HEAP_QUARANTINE_H
#define RP_INSIDE_HEAP_QUARANTINE_H

#include <stddef.h>

/* Puts the block into quarantine. Calls GIVE_BACK for each block that leaves; this may be the new block itself, if it
 * is too big. */
void rp_quarantine_add (void *block, size_t size, void (*give_back) (void *block, size_t size));

#endif
