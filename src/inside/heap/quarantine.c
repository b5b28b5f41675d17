#include "inside/heap/quarantine.h"

#define MAX_BLOCKS ((size_t) 1024)
#define MAX_BYTES ((size_t) 1 << 20)

/* A ring: `count` blocks from `first` on. */
static struct
{
  void *block;
  size_t size;
} ring[MAX_BLOCKS];
static size_t first, count, bytes;

static void
remove_oldest (void (*give_back) (void *block, size_t size))
{
  void *block = ring[first].block;
  size_t size = ring[first].size;
  first = (first + 1) % MAX_BLOCKS;
  count--;
  bytes -= size;
  give_back (block, size);
}

void
rp_quarantine_add (void *block, size_t size, void (*give_back) (void *block, size_t size))
{
  if (size > MAX_BYTES)
    {
      give_back (block, size);
      return;
    }
  while (count == MAX_BLOCKS || bytes + size > MAX_BYTES)
    remove_oldest (give_back);
  size_t last = (first + count) % MAX_BLOCKS;
  ring[last].block = block;
  ring[last].size = size;
  count++;
  bytes += size;
}
