/* Device memory of <omp.h> [OpenMP 5.2, 18.8]: the host is the only device, so device memory is the program's
 * memory. Also omp_pause_resource. */
#include "inside/heap/heap.h"
#include "inside/openmp/storage.h"
#include "inside/openmp/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CALLER ((uintptr_t) __builtin_return_address (0))

void *
omp_target_alloc (size_t size, int device)
{
  (void) device;
  rp_heap_caller = CALLER;
  void *block = size ? malloc (size) : NULL;
  rp_heap_caller = 0;
  return block;
}

void
omp_target_free (void *block, int device)
{
  (void) device;
  rp_heap_caller = CALLER;
  free (block);
  rp_heap_caller = 0;
}

int
omp_target_is_present (const void *address, int device)
{
  (void) address;
  (void) device;
  return 1;
}

int
omp_target_is_accessible (const void *address, size_t size, int device)
{
  (void) address;
  (void) size;
  (void) device;
  return 1;
}

void *
omp_get_mapped_ptr (const void *address, int device)
{
  (void) device;
  return (void *) (uintptr_t) address;
}

/* Copies SIZE bytes from FROM to TO. The read and the write count as accesses of the program, at PC. */
static void
copy (char *to, const char *from, size_t size, uintptr_t pc)
{
  if (!size)
    return;
  rp_monitor_read ((uintptr_t) from, size, pc);
  rp_monitor_write ((uintptr_t) to, size, pc);
  rp_inside_begin ();
  memmove (to, from, size);
  rp_inside_end ();
}

int
omp_target_memcpy (void *to, const void *from, size_t size, size_t to_offset, size_t from_offset,
                   int to_device, int from_device)
{
  (void) to_device;
  (void) from_device;
  copy ((char *) to + to_offset, (const char *) from + from_offset, size, CALLER);
  return 0;
}

/* The part of an array that is copied. Each member has one number for each dimension of the array. */
typedef struct part
{
  const size_t *sizes, *to_offsets, *from_offsets, *to_sizes, *from_sizes;
} part;

static void
copy_part (char *to, const char *from, size_t element, int dimensions, part own, uintptr_t pc)
{
  size_t to_step = element, from_step = element;
  for (int i = 1; i < dimensions; i++)
    {
      to_step *= own.to_sizes[i];
      from_step *= own.from_sizes[i];
    }
  to += own.to_offsets[0] * to_step;
  from += own.from_offsets[0] * from_step;
  if (dimensions == 1)
    {
      copy (to, from, own.sizes[0] * element, pc);
      return;
    }
  part inner = { own.sizes + 1, own.to_offsets + 1, own.from_offsets + 1, own.to_sizes + 1,
                 own.from_sizes + 1 };
  for (size_t i = 0; i < own.sizes[0]; i++)
    copy_part (to + i * to_step, from + i * from_step, element, dimensions - 1, inner, pc);
}

int
omp_target_memcpy_rect (void *to, const void *from, size_t element, int dimensions,
                        const size_t *sizes, const size_t *to_offsets, const size_t *from_offsets,
                        const size_t *to_sizes, const size_t *from_sizes, int to_device,
                        int from_device)
{
  (void) to_device;
  (void) from_device;
  if (!to && !from)
    return INT32_MAX; /* how many dimensions are supported */
  if (dimensions < 1)
    return EINVAL;
  part own = { sizes, to_offsets, from_offsets, to_sizes, from_sizes };
  copy_part (to, from, element, dimensions, own, CALLER);
  return 0;
}

/* No device has memory of its own to associate with. */
int
omp_target_associate_ptr (const void *host, const void *device, size_t size, size_t offset,
                          int number)
{
  (void) host;
  (void) device;
  (void) size;
  (void) offset;
  (void) number;
  return EINVAL;
}

int
omp_target_disassociate_ptr (const void *host, int number)
{
  (void) host;
  (void) number;
  return EINVAL;
}

int
omp_target_memcpy_async (void)
{
  rp_omp_unsupported ("omp_target_memcpy_async", RP_OMP_ENTER ());
}

int
omp_target_memcpy_rect_async (void)
{
  rp_omp_unsupported ("omp_target_memcpy_rect_async", RP_OMP_ENTER ());
}

/* Drops the threadprivate variables of all threads except the initial one, and returns 0. If KIND is unknown, or a
 * region runs, does nothing and returns -1 [OpenMP 5.2, 18.6.1]. */
static int
pause_host (int kind)
{
  enum
  {
    SOFT = 1,
    HARD = 2
  };
  RP_OMP_ENTER ();
  bool is_allowed = (kind == SOFT || kind == HARD) && !rp_omp_current ()->team->level;
  if (is_allowed)
    rp_omp_storage_renew ();
  rp_omp_leave ();
  return is_allowed ? 0 : -1;
}

int
omp_pause_resource (int kind, int device)
{
  return device == 0 ? pause_host (kind) : -1;
}

int
omp_pause_resource_all (int kind)
{
  return pause_host (kind);
}
