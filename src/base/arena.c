#include "base/arena.h"

#include "base/panic.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES ((size_t) 64 * 1024)

struct rp_arena_chunk
{
  struct rp_arena_chunk *older;
  size_t capacity;
  alignas (max_align_t) char bytes[];
};

static void
add_chunk (rp_arena *arena, size_t at_least)
{
  size_t capacity = at_least > CHUNK_BYTES ? at_least : CHUNK_BYTES;
  struct rp_arena_chunk *chunk = rp_malloc (sizeof *chunk + capacity);
  chunk->older = arena->newest;
  chunk->capacity = capacity;
  arena->newest = chunk;
  arena->used = 0;
}

void *
rp_arena_alloc (rp_arena *arena, size_t bytes)
{
  size_t rounded = (bytes + alignof (max_align_t) - 1) & ~(alignof (max_align_t) - 1);
  if (!arena->newest || arena->newest->capacity - arena->used < rounded)
    add_chunk (arena, rounded);
  void *block = arena->newest->bytes + arena->used;
  arena->used += rounded;
  arena->total += rounded;
  return memset (block, 0, rounded);
}

char *
rp_arena_copy (rp_arena *arena, const char *text, size_t length)
{
  char *copy = rp_arena_alloc (arena, length + 1);
  memcpy (copy, text, length);
  return copy;
}

char *
rp_arena_format (rp_arena *arena, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (NULL, 0, format, arguments);
  va_end (arguments);
  RP_ASSERT (length >= 0);
  char *text = rp_arena_alloc (arena, (size_t) length + 1);
  va_start (arguments, format);
  vsnprintf (text, (size_t) length + 1, format, arguments);
  va_end (arguments);
  return text;
}

void
rp_arena_clear (rp_arena *arena)
{
  while (arena->newest)
    {
      struct rp_arena_chunk *older = arena->newest->older;
      free (arena->newest);
      arena->newest = older;
    }
  arena->used = arena->total = 0;
}
