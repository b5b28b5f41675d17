/* malloc and its like: what is new, what is freed, and the index behind rp_heap_find. */
#include "fake_monitor.h"
#include "inside/heap/heap_index.h"
#include "inside/hook/monitor.h"
#include "test.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static rp_heap_block
found (const void *address)
{
  rp_heap_block block = { 0 };
  rp_heap_find ((uintptr_t) address, &block);
  return block;
}

TEST (allocation_is_new)
{
  errno = 0;
  fake_start ();
  char *p = malloc (100);
  fake_stop ();
  CHECK (p && fake_has_all (FAKE_FORGET, p, 100));
  CHECK_INT (errno, 0);
  CHECK (!fake_has_any (FAKE_WRITE, p, 100));
  rp_heap_block block = found (p + 99);
  CHECK (block.base == (uintptr_t) p && block.size == 100 && block.task == 7 && !block.is_free);
  CHECK (found (p + 100).base != (uintptr_t) p);
  fake_start ();
  free (p);
  fake_stop ();
  CHECK (fake_has_just (FAKE_WRITE, p, 100));
  CHECK (!fake_has_any (FAKE_FORGET, p, 100));
  block = found (p + 50);
  CHECK (block.base == (uintptr_t) p && block.is_free);
}

TEST (freed_blocks_wait)
{
  fake_start ();
  char *p = malloc (64);
  free (p);
  for (int i = 0; i < 100; i++)
    {
      char *other = malloc (64);
      CHECK (other != p);
      free (other);
    }
  for (int i = 0; i < 2000; i++)
    free (malloc (64));
  fake_stop ();
  CHECK (fake_has_all (FAKE_FORGET, p, 64));
}

TEST (freed_twice)
{
  size_t before = fake_warnings ();
  fake_start ();
  char *volatile p = malloc (64);
  free (p);
  free (p);
  fake_stop ();
  CHECK_INT (fake_warnings () - before, 1);
}

TEST (big_blocks)
{
  fake_start ();
  char *p = calloc (3, (size_t) 1 << 20);
  fake_stop ();
  CHECK (p[12345] == 0 && p[(3 << 20) - 1] == 0);
  CHECK (found (p + 2000000).base == (uintptr_t) p);
  fake_start ();
  free (p);
  fake_stop ();
  CHECK (fake_has_any (FAKE_WRITE, p + 2000000, 1));
  CHECK (found (p + 2000000).base == 0);
}

TEST (realloc_in_place)
{
  fake_start ();
  char *p = malloc (40);
  fake_start ();
  char *q = realloc (p, 30);
  fake_stop ();
  CHECK (p == q && fake_has_just (FAKE_WRITE, p + 30, 10));
  CHECK_INT (found (p).size, 30);
  fake_start ();
  q = realloc (p, 36);
  fake_stop ();
  CHECK (p == q && fake_has_just (FAKE_FORGET, p + 30, 6));
  CHECK (!fake_has_any (FAKE_WRITE, p, 36));
  CHECK_INT (found (p).size, 36);
  free (p);
}

TEST (realloc_moves)
{
  fake_start ();
  char *p = malloc (40);
  fake_stop ();
  strcpy (p, "hello");
  fake_start ();
  char *q = realloc (p, 5000);
  fake_stop ();
  CHECK (p != q && !strcmp (q, "hello"));
  CHECK (fake_has_all (FAKE_WRITE, p, 40) && fake_has_just (FAKE_WRITE, q, 40));
  CHECK (fake_has_all (FAKE_FORGET, q, 5000));
  CHECK (found (p).is_free && !found (q).is_free);
  fake_start ();
  CHECK (!realloc (q, 0));
  fake_stop ();
  CHECK (found (q).is_free);
}

TEST (aligned)
{
  void *p = NULL;
  fake_start ();
  char *blocks[] = { aligned_alloc (64, 128), memalign (256, 10), valloc (10), pvalloc (10) };
  CHECK_INT (posix_memalign (&p, 4096, 20), 0);
  CHECK_INT (posix_memalign (&p, 3, 20), EINVAL);
  fake_stop ();
  CHECK (fake_has_all (FAKE_WRITE, &p, sizeof p));
  CHECK ((uintptr_t) blocks[0] % 64 == 0 && (uintptr_t) blocks[1] % 256 == 0);
  CHECK ((uintptr_t) blocks[2] % 4096 == 0 && (uintptr_t) p % 4096 == 0);
  CHECK_INT (found (blocks[3]).size, 4096);
  CHECK_INT (found (blocks[1] + 9).size, 10);
  for (int i = 0; i < 4; i++)
    free (blocks[i]);
  free (p);
}

TEST (overflow_is_an_error)
{
  fake_start ();
  volatile size_t huge = (size_t) -1;
  errno = 0;
  CHECK (!reallocarray (NULL, huge, 16));
  CHECK_INT (errno, ENOMEM);
  errno = 0;
  CHECK (!calloc (huge, 16));
  CHECK_INT (errno, ENOMEM);
  fake_stop ();
}

TEST (copies_of_strings)
{
  static char text[] = "hello";
  fake_start ();
  char *p = strdup (text), *q = strndup (text, 3);
  fake_stop ();
  CHECK_STR (p, "hello");
  CHECK_STR (q, "hel");
  CHECK (fake_has_just (FAKE_READ, text, 6));
  CHECK (fake_has_just (FAKE_WRITE, p, 6) && fake_has_just (FAKE_WRITE, q, 4));
  free (p);
  free (q);
}

TEST (inside_is_unseen)
{
  fake_start ();
  rp_monitor_inside = 1;
  char *p = malloc (10);
  CHECK (found (p).size != 10);
  free (p);
  rp_monitor_inside = 0;
  fake_stop ();
  CHECK_INT (fake_count (), 0);
}

/* Against a naive model: an array of sizes by place, of which a few are taken. */
enum
{
  PLACES = 3000,
  STRIDE = 1 << 17
};

TEST (index_at_random)
{
  static size_t sizes[PLACES];
  unsigned seed = 12345;
  uintptr_t start = (uintptr_t) 1 << 44;
  for (int round = 0; round < 100000; round++)
    {
      seed = seed * 1664525u + 1013904223u;
      unsigned place = (seed >> 8) % PLACES;
      uintptr_t base = start + (uintptr_t) place * STRIDE;
      if (sizes[place])
        rp_heap_index_remove (base);
      sizes[place] = sizes[place] ? 0 : 1 + (seed >> 3) % STRIDE;
      if (sizes[place])
        rp_heap_index_add (base, sizes[place]);
      if (round % 100)
        continue;
      place = (seed >> 12) % PLACES;
      base = start + (uintptr_t) place * STRIDE;
      size_t offset = (seed >> 5) % STRIDE;
      const rp_heap_entry *entry = rp_heap_index_around (base + offset);
      bool is_there = offset < sizes[place];
      if (!CHECK (is_there ? entry && entry->base == base : !entry))
        return;
    }
  for (unsigned i = 0; i < PLACES; i++)
    rp_heap_index_remove (start + (uintptr_t) i * STRIDE);
  CHECK (!rp_heap_index_around (start));
}
