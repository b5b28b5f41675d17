/* The ThreadSanitizer ABI of gcc and clang: the calls that -fsanitize=thread puts before accesses.
 * Only the plain ones here; atomics are in tsan_atomic.c, annotations in tsan_annotations.c.
 *
 * clang's unaligned_, volatile_ and vptr_ forms are the same accesses to us: the shadow is precise
 * to the byte, and volatile orders nothing between tasks. */
#include "hooks/fast.h"
#include "hooks/hook.h"

#define READ(NAME, SIZE) \
  RP_HOOK (void, __tsan_##NAME, void *address) \
  { \
    rp_fast_read ((uintptr_t) address, SIZE, RP_CALLER); \
  }

#define WRITE(NAME, SIZE) \
  RP_HOOK (void, __tsan_##NAME, void *address) \
  { \
    rp_fast_write ((uintptr_t) address, SIZE, RP_CALLER); \
  }

/* read_write: `x += 1` as one call. Whatever races with the read races with the write, too. */
#define SIZED(SIZE) \
  READ (read##SIZE, SIZE) \
  WRITE (write##SIZE, SIZE) \
  WRITE (read_write##SIZE, SIZE) \
  READ (volatile_read##SIZE, SIZE) \
  WRITE (volatile_write##SIZE, SIZE) \
  READ (unaligned_read##SIZE, SIZE) \
  WRITE (unaligned_write##SIZE, SIZE) \
  WRITE (unaligned_read_write##SIZE, SIZE) \
  READ (unaligned_volatile_read##SIZE, SIZE) \
  WRITE (unaligned_volatile_write##SIZE, SIZE)

SIZED (1)
SIZED (2)
SIZED (4)
SIZED (8)
SIZED (16)

READ (vptr_read, sizeof (void *))

/* A constructor or destructor sets the pointer to the virtual table. Storing the value that is
 * there already changes nothing for a parallel virtual call: the usual end of a destructor. */
RP_HOOK (void, __tsan_vptr_update, void **address, void *value)
{
  if (*address != value)
    rp_monitor_write ((uintptr_t) address, sizeof value, RP_CALLER);
}

RP_HOOK (void, __tsan_read_range, void *address, unsigned long size)
{
  if (size)
    rp_monitor_read ((uintptr_t) address, size, RP_CALLER);
}

RP_HOOK (void, __tsan_write_range, void *address, unsigned long size)
{
  if (size)
    rp_monitor_write ((uintptr_t) address, size, RP_CALLER);
}

RP_HOOK (void, __tsan_func_entry, void *pc)
{
  rp_monitor_enter ((uintptr_t) pc);
}

RP_HOOK (void, __tsan_func_exit, void)
{
  rp_monitor_leave ();
}

/* Called by a constructor of every instrumented file; the monitor starts by its own. */
RP_HOOK (void, __tsan_init, void)
{
}
