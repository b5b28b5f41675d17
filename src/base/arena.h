/* A bump allocator: many small objects with one lifetime, dropped together.
 * Objects are zeroed and aligned for any type. */
#ifndef RP_BASE_ARENA_H
#define RP_BASE_ARENA_H

#include <stddef.h>

typedef struct rp_arena
{
  struct rp_arena_chunk *newest;
  size_t used;  /* bytes used in the newest chunk */
  size_t total; /* bytes handed out since the arena was empty */
} rp_arena;

void *rp_arena_alloc (rp_arena *arena, size_t bytes);
char *rp_arena_copy (rp_arena *arena, const char *text, size_t length); /* adds a NUL */
char *rp_arena_format (rp_arena *arena, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void rp_arena_clear (rp_arena *arena);

#define RP_NEW(ARENA, TYPE) ((TYPE *) rp_arena_alloc ((ARENA), sizeof (TYPE)))

#endif
