/* Memory of <omp.h> [OpenMP 5.2, 18.13], and that of clang's own functions. All of it is malloc's,
 * whatever the allocator, and a block is known by the place where the program asked for it. */
#include "hooks/heap.h"
#include "hooks/monitor.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CALLER ((uintptr_t) __builtin_return_address (0))

/* As omp_default_mem_alloc is numbered. */
static uintptr_t default_allocator = 1;

static void *
allocate (size_t alignment, size_t size, uintptr_t pc)
{
  if (!size)
    return NULL;
  size_t rounded = alignment > 16 ? (size + alignment - 1) / alignment * alignment : size;
  if (rounded < size)
    return NULL;
  rp_heap_caller = pc;
  void *block = alignment > 16 ? aligned_alloc (alignment, rounded) : malloc (size);
  rp_heap_caller = 0;
  return block;
}

static void *
allocate_zeros (size_t alignment, size_t count, size_t size, uintptr_t pc)
{
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes))
    return NULL;
  void *block = allocate (alignment, bytes, pc);
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  if (block)
    memset (block, 0, bytes);
  rp_monitor_inside = inside;
  return block;
}

static void *
resize (void *block, size_t size, uintptr_t pc)
{
  rp_heap_caller = pc;
  void *result = size ? realloc (block, size) : NULL;
  if (!size)
    free (block);
  rp_heap_caller = 0;
  return result;
}

static void
release (void *block, uintptr_t pc)
{
  rp_heap_caller = pc;
  free (block);
  rp_heap_caller = 0;
}

/* ---- <omp.h> ---- */

void *
omp_alloc (size_t size, uintptr_t allocator)
{
  (void) allocator;
  return allocate (0, size, CALLER);
}

void *
omp_aligned_alloc (size_t alignment, size_t size, uintptr_t allocator)
{
  (void) allocator;
  return allocate (alignment, size, CALLER);
}

void *
omp_calloc (size_t count, size_t size, uintptr_t allocator)
{
  (void) allocator;
  return allocate_zeros (0, count, size, CALLER);
}

void *
omp_aligned_calloc (size_t alignment, size_t count, size_t size, uintptr_t allocator)
{
  (void) allocator;
  return allocate_zeros (alignment, count, size, CALLER);
}

void *
omp_realloc (void *block, size_t size, uintptr_t allocator, uintptr_t free_allocator)
{
  (void) allocator;
  (void) free_allocator;
  return resize (block, size, CALLER);
}

void
omp_free (void *block, uintptr_t allocator)
{
  (void) allocator;
  release (block, CALLER);
}

/* Traits of an allocator change nothing that a race depends on. */
uintptr_t
omp_init_allocator (uintptr_t space, int count, const void *traits)
{
  (void) space;
  (void) count;
  (void) traits;
  return default_allocator;
}

void
omp_destroy_allocator (uintptr_t allocator)
{
  (void) allocator;
}

void
omp_set_default_allocator (uintptr_t allocator)
{
  default_allocator = allocator;
}

uintptr_t
omp_get_default_allocator (void)
{
  return default_allocator;
}

/* ---- what clang calls for allocate clauses and depobj ---- */

void *
__kmpc_alloc (int number, size_t size, uintptr_t allocator)
{
  (void) number;
  (void) allocator;
  return allocate (0, size ? size : 1, CALLER);
}

void *
__kmpc_aligned_alloc (int number, size_t alignment, size_t size, uintptr_t allocator)
{
  (void) number;
  (void) allocator;
  return allocate (alignment, size ? size : 1, CALLER);
}

void
__kmpc_free (int number, void *block, uintptr_t allocator)
{
  (void) number;
  (void) allocator;
  release (block, CALLER);
}

uintptr_t
__kmpc_init_allocator (int number, uintptr_t space, int count, const void *traits)
{
  (void) number;
  return omp_init_allocator (space, count, traits);
}

void
__kmpc_destroy_allocator (int number, uintptr_t allocator)
{
  (void) number;
  (void) allocator;
}

void *
kmp_malloc (size_t size)
{
  return allocate (0, size, CALLER);
}

void *
kmp_aligned_malloc (size_t size, size_t alignment)
{
  return allocate (alignment, size, CALLER);
}

void *
kmp_calloc (size_t count, size_t size)
{
  return allocate_zeros (0, count, size, CALLER);
}

void *
kmp_realloc (void *block, size_t size)
{
  return resize (block, size, CALLER);
}

void
kmp_free (void *block)
{
  release (block, CALLER);
}
