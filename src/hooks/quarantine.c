#include "hooks/quarantine.h"

#define MOST_BLOCKS ((size_t) 1024)
#define MOST_BYTES ((size_t) 1 << 20)

/* A ring: `count` blocks from `first` on. */
static struct
{
  void *block;
  size_t size;
} ring[MOST_BLOCKS];
static size_t first, count, bytes;

static void
remove_oldest (void (*give_back) (void *block, size_t size))
{
  void *block = ring[first].block;
  size_t size = ring[first].size;
  first = (first + 1) % MOST_BLOCKS;
  count--;
  bytes -= size;
  give_back (block, size);
}

void
rp_quarantine_add (void *block, size_t size, void (*give_back) (void *block, size_t size))
{
  if (size > MOST_BYTES)
    {
      give_back (block, size);
      return;
    }
  while (count == MOST_BLOCKS || bytes + size > MOST_BYTES)
    remove_oldest (give_back);
  size_t last = (first + count) % MOST_BLOCKS;
  ring[last].block = block;
  ring[last].size = size;
  count++;
  bytes += size;
}
