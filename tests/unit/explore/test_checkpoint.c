/* Checkpoints on a disk that is full for a moment. */
#include "explore/checkpoint.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct disk
{
  int fails_at,
    calls; /* the number of the write that fails, counted from 1, and of the writes so far */
  size_t written;
} disk;

static ssize_t
write_to (void *cookie, const char *text, size_t size)
{
  disk *d = cookie;
  (void) text;
  if (++d->calls == d->fails_at)
    {
      errno = ENOSPC;
      return 0;
    }
  d->written += size;
  return (ssize_t) size;
}

static rp_checkpoint
checkpoint_on (disk *d)
{
  return (rp_checkpoint) { fopencookie (d, "w", (cookie_io_functions_t) { .write = write_to }) };
}

enum
{
  LARGE = 1 << 20
};

TEST (any_write_that_fails_is_noticed)
{
  char *large = calloc (1, LARGE);
  disk good = { 0 };
  rp_checkpoint checkpoint = checkpoint_on (&good);
  CHECK (rp_checkpoint_add (&checkpoint, 1, large, LARGE));
  rp_checkpoint_close (&checkpoint);
  CHECK (good.calls >= 2 && good.written > LARGE);
  for (int i = 1; i <= good.calls; i++)
    {
      disk bad = { .fails_at = i };
      checkpoint = checkpoint_on (&bad);
      CHECK (!rp_checkpoint_add (&checkpoint, 1, large, LARGE));
      size_t written = bad.written;
      CHECK (rp_checkpoint_add (&checkpoint, 2, "text", 4) && bad.written == written);
      rp_checkpoint_close (&checkpoint);
      CHECK (bad.written == written);
    }
  free (large);
}

TEST (full_from_the_beginning)
{
  rp_checkpoint checkpoint = { 0 };
  errno = 0;
  CHECK (
    !rp_checkpoint_create (&checkpoint, "/dev/full", &(rp_checkpoint_head) { "identity", 3, 4 }));
  CHECK (errno == ENOSPC && !checkpoint.file);
}
