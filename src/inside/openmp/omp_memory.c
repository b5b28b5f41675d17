/* Memory of <omp.h> [OpenMP 5.2, 18.13], with clang's kmp_ functions, and of allocate clauses. All of it comes from
 * malloc, whatever the memory space. Reports name a block by the place where the program asked for it:
 * rp_heap_caller. */
#include "base/map.h"
#include "base/panic.h"
#include "inside/heap/heap.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/hook/monitor.h"
#include "inside/openmp/allocator.h"
#include "inside/openmp/thread.h"

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALLER ((uintptr_t) __builtin_return_address (0))

/* An allocator that the program has made; its handle is its address. Predefined allocators have small numbers as
 * handles, and no traits that matter here. */
typedef struct allocator
{
  size_t alignment, pool_size, used;
  uintptr_t fallback, next; /* what to do if a block cannot be had, and the allocator to try then */
} allocator;

enum
{
  LAST_PREDEFINED = 255
};

/* The part of a limited pool that a block takes. */
typedef struct share
{
  allocator *of;
  size_t size;
} share;

static rp_map shares; /* address of a block -> its share */

/* Returns where def-allocator-var is [OpenMP 5.2, 2.1]. This variable belongs to the implicit task, so all tasks that a
 * thread executes share it. */
static uintptr_t *
place_of_default (void)
{
  return &rp_omp_current ()->thread->task.settings.allocator;
}

static uintptr_t
default_allocator (void)
{
  int outer = rp_inside_begin_nested ();
  uintptr_t handle = *place_of_default ();
  rp_inside_end_nested (outer);
  return handle;
}

static allocator *
find_allocator (uintptr_t handle)
{
  handle = handle ? handle : default_allocator ();
  return handle > LAST_PREDEFINED ? (allocator *) handle : NULL;
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

static void *
allocate_plainly (size_t alignment, size_t size, uintptr_t pc)
{
  size_t rounded = alignment > 16 ? (size + alignment - 1) / alignment * alignment : size;
  if (rounded < size)
    return NULL;
  rp_heap_caller = pc;
  void *block = alignment > 16 ? aligned_alloc (alignment, rounded) : malloc (size);
  rp_heap_caller = 0;
  return block;
}

/* Returns whether SIZE bytes are left in the pool of OWN, or the pool has no limit. */
static bool
has_room (const allocator *own, size_t size)
{
  return !own->pool_size || (own->used <= own->pool_size && size <= own->pool_size - own->used);
}

static void
count (allocator *own, void *block, size_t size)
{
  if (!block || !own->pool_size)
    return;
  int outer = rp_inside_begin_nested ();
  share *record = rp_calloc (1, sizeof *record);
  *record = (share) { own, size };
  *rp_map_insert (&shares, (uintptr_t) block, NULL) = (uintptr_t) record;
  own->used += size;
  rp_inside_end_nested (outer);
}

static void
uncount (const void *block)
{
  int outer = rp_inside_begin_nested ();
  uint64_t *place = rp_map_find (&shares, (uintptr_t) block);
  share *record = place ? (share *) (uintptr_t) *place : NULL;
  if (record)
    {
      record->of->used -= record->size;
      rp_map_remove (&shares, (uintptr_t) block);
      free (record);
    }
  rp_inside_end_nested (outer);
}

/* Returns a new block of SIZE bytes from the allocator HANDLE (0: the default allocator); NULL if SIZE is 0. If the
 * allocator cannot give the block, asks another allocator, returns NULL or ends the program, as the traits say
 * [OpenMP 5.2, 6.1]. */
static void *
allocate (size_t alignment, size_t size, uintptr_t handle, uintptr_t pc)
{
  allocator *own = find_allocator (handle);
  if (!size)
    return NULL;
  for (unsigned steps = 0; own && steps < 16; steps++, own = find_allocator (own->next))
    {
      alignment = larger (alignment, own->alignment);
      void *block = has_room (own, size) ? allocate_plainly (alignment, size, pc) : NULL;
      count (own, block, size);
      if (block || own->fallback == RP_OMP_FALLBACK_NULL)
        return block;
      if (own->fallback == RP_OMP_FALLBACK_ABORT)
        {
          fprintf (stderr, "raceproof: OpenMP: an allocator has no room for %zu bytes\n", size);
          abort ();
        }
      if (own->fallback != RP_OMP_FALLBACK_ALLOCATOR)
        break;
    }
  return allocate_plainly (alignment, size, pc);
}

static void *
allocate_zeros (size_t alignment, size_t number, size_t size, uintptr_t handle, uintptr_t pc)
{
  size_t bytes;
  if (__builtin_mul_overflow (number, size, &bytes))
    return NULL;
  void *block = allocate (alignment, bytes, handle, pc);
  int outer = rp_inside_begin_nested ();
  if (block)
    memset (block, 0, bytes);
  rp_inside_end_nested (outer);
  return block;
}

static void
release (void *block, uintptr_t pc)
{
  if (shares.count)
    uncount (block);
  rp_heap_caller = pc;
  free (block);
  rp_heap_caller = 0;
}

/* Returns a new block of SIZE bytes with the contents of BLOCK, and frees BLOCK. As with realloc, the program counts as
 * writing to the new block. The part of a pool that BLOCK takes counts as free for the new block. If there is no room,
 * returns NULL and keeps BLOCK. */
static void *
replace (void *block, size_t size, uintptr_t handle, uintptr_t pc)
{
  uint64_t *place = rp_map_find (&shares, (uintptr_t) block);
  const share *record = place ? (const share *) (uintptr_t) *place : NULL;
  size_t before = malloc_usable_size (block);
  if (record)
    record->of->used -= record->size;
  void *result = allocate (0, size, handle, pc);
  if (record)
    record->of->used += record->size;
  if (result)
    {
      size_t copied = before < size ? before : size;
      RP_REAL (memcpy) (result, block, copied);
      if (rp_monitor_is_on ())
        rp_note_write (result, copied, pc);
      release (block, pc);
    }
  return result;
}

/* Gives BLOCK the size SIZE, or replaces BLOCK by a new block; if BLOCK is NULL, makes a new block. Returns the
 * block; NULL if there is no room, or if SIZE is 0, which frees BLOCK. BLOCK is always replaced if HANDLE is an
 * allocator that the program has made, which may have an alignment or a pool, or if BLOCK takes a part of a
 * pool. */
static void *
resize (void *block, size_t size, uintptr_t handle, uintptr_t pc)
{
  const allocator *own = find_allocator (handle);
  void *result = NULL;
  if (!size)
    release (block, pc);
  else if (!block)
    result = allocate (0, size, handle, pc);
  else if (own || rp_map_find (&shares, (uintptr_t) block))
    result = replace (block, size, handle, pc);
  else
    {
      rp_heap_caller = pc;
      result = realloc (block, size);
      rp_heap_caller = 0;
    }
  return result;
}

/* ---- <omp.h> ---- */

void *
omp_alloc (size_t size, uintptr_t handle)
{
  return allocate (0, size, handle, CALLER);
}

void *
omp_aligned_alloc (size_t alignment, size_t size, uintptr_t handle)
{
  return allocate (alignment, size, handle, CALLER);
}

void *
omp_calloc (size_t count, size_t size, uintptr_t handle)
{
  return allocate_zeros (0, count, size, handle, CALLER);
}

void *
omp_aligned_calloc (size_t alignment, size_t count, size_t size, uintptr_t handle)
{
  return allocate_zeros (alignment, count, size, handle, CALLER);
}

void *
omp_realloc (void *block, size_t size, uintptr_t handle, uintptr_t free_handle)
{
  (void) free_handle;
  return resize (block, size, handle, CALLER);
}

void
omp_free (void *block, uintptr_t handle)
{
  (void) handle;
  release (block, CALLER);
}

uintptr_t
omp_init_allocator (uintptr_t space, int number, const rp_omp_trait *traits)
{
  (void) space;
  int outer = rp_inside_begin_nested ();
  allocator *own = rp_calloc (1, sizeof *own);
  own->fallback = RP_OMP_FALLBACK_DEFAULT;
  bool is_good = true;
  for (int i = 0; i < number; i++)
    {
      uintptr_t value = traits[i].value;
      if (traits[i].key == RP_OMP_TRAIT_ALIGNMENT)
        own->alignment = value == UINTPTR_MAX ? 0 : value;
      else if (traits[i].key == RP_OMP_TRAIT_POOL_SIZE)
        own->pool_size = value == UINTPTR_MAX ? 0 : value;
      else if (traits[i].key == RP_OMP_TRAIT_FALLBACK)
        own->fallback = value == UINTPTR_MAX ? RP_OMP_FALLBACK_DEFAULT : value;
      else if (traits[i].key == RP_OMP_TRAIT_FALLBACK_ALLOCATOR)
        own->next = value;
      is_good &= traits[i].key >= 1 && traits[i].key <= RP_OMP_TRAIT_LAST;
    }
  is_good &= !(own->alignment & (own->alignment - 1));
  if (!is_good)
    free (own);
  rp_inside_end_nested (outer);
  return is_good ? (uintptr_t) own : 0;
}

/* Does nothing: blocks of the allocator may still exist, and their rows in `shares` point to it. */
void
omp_destroy_allocator (uintptr_t handle)
{
  (void) handle;
}

void
omp_set_default_allocator (uintptr_t handle)
{
  RP_OMP_ENTER ();
  *place_of_default () = handle ? handle : RP_OMP_DEFAULT_ALLOCATOR;
  rp_omp_leave ();
}

uintptr_t
omp_get_default_allocator (void)
{
  return default_allocator ();
}

/* ---- what clang calls for allocate clauses and depobj ---- */

void *
__kmpc_alloc (int number, size_t size, uintptr_t handle)
{
  (void) number;
  return allocate (0, size ? size : 1, handle, CALLER);
}

void *
__kmpc_aligned_alloc (int number, size_t alignment, size_t size, uintptr_t handle)
{
  (void) number;
  return allocate (alignment, size ? size : 1, handle, CALLER);
}

void
__kmpc_free (int number, void *block, uintptr_t handle)
{
  (void) number;
  (void) handle;
  release (block, CALLER);
}

uintptr_t
__kmpc_init_allocator (int number, uintptr_t space, int many, const rp_omp_trait *traits)
{
  (void) number;
  return omp_init_allocator (space, many, traits);
}

void
__kmpc_destroy_allocator (int number, uintptr_t handle)
{
  (void) number;
  (void) handle;
}

void
__kmpc_set_default_allocator (int number, uintptr_t handle)
{
  (void) number;
  omp_set_default_allocator (handle);
}

uintptr_t
__kmpc_get_default_allocator (int number)
{
  (void) number;
  return default_allocator ();
}

/* ---- what gcc calls for allocate clauses; functions of clang's <omp.h> ---- */

void *
GOMP_alloc (size_t alignment, size_t size, uintptr_t handle)
{
  return allocate (alignment, size ? size : 1, handle, CALLER);
}

void
GOMP_free (void *block, uintptr_t handle)
{
  (void) handle;
  release (block, CALLER);
}

void *
kmp_malloc (size_t size)
{
  return allocate (0, size, 0, CALLER);
}

void *
kmp_aligned_malloc (size_t size, size_t alignment)
{
  return allocate (alignment, size, 0, CALLER);
}

void *
kmp_calloc (size_t count, size_t size)
{
  return allocate_zeros (0, count, size, 0, CALLER);
}

void *
kmp_realloc (void *block, size_t size)
{
  return resize (block, size, 0, CALLER);
}

void
kmp_free (void *block)
{
  release (block, CALLER);
}
