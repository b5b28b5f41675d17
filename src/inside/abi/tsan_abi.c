/* The ThreadSanitizer ABI of gcc and clang: the calls that -fsanitize=thread puts before accesses.
 * This file has the calls for plain accesses; tsan_atomic.c has atomic operations, tsan_annotations.c annotations.
 *
 * clang's unaligned_, volatile_ and vptr_ forms are the same accesses to us: the shadow is precise
 * to the byte, and volatile orders nothing between tasks. */
#include "inside/abi/fast.h"
#include "inside/hook/hook.h"

#ifndef RP_HOOKS_INLINE

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

#else /* an object for clang's link-time optimizer, which inlines these hooks into the program's functions */

/* The return address of an inlined hook is not the place of the access: it is where the function with the access was
 * called. So each access that is not known calls a function, whose own return address is the place. That function
 * preserves most registers for its callers. */
#define SLOWLY(NAME, KIND, SIZE) \
  static __attribute__ ((noinline, preserve_most)) void slowly_##NAME (void *address) \
  { \
    rp_slow_##KIND##SIZE ((uintptr_t) address, RP_CALLER); \
  }

#define READ(NAME, SIZE) \
  SLOWLY (NAME, read, SIZE) \
  __attribute__ ((always_inline)) RP_HOOK (void, __tsan_##NAME, void *address) \
  { \
    if (!rp_fast_is_known ((uintptr_t) address, SIZE, false)) \
      slowly_##NAME (address); \
  }

#define WRITE(NAME, SIZE) \
  SLOWLY (NAME, write, SIZE) \
  __attribute__ ((always_inline)) RP_HOOK (void, __tsan_##NAME, void *address) \
  { \
    if (!rp_fast_is_known ((uintptr_t) address, SIZE, true)) \
      slowly_##NAME (address); \
  }

#endif

/* read_write: `x += 1` as one call. It counts as a write: whatever races with the read races with the write, too. */
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

READ (vptr_read, 8)

/* A constructor or destructor sets the pointer to the virtual table. A store of the value that is already
 * there changes nothing for a parallel virtual call. A destructor usually ends with such a store. */
RP_HOOK (void, __tsan_vptr_update, void **address, void *value)
{
  if (*address != value)
    rp_monitor_write ((uintptr_t) address, sizeof value, RP_CALLER);
}

/* gcc uses these calls for accesses that it has combined, of two bytes and more. Most are small. */
#define RANGE(KIND, IS_WRITE) \
  RP_HOOK (void, __tsan_##KIND##_range, void *pointer, unsigned long size) \
  { \
    uintptr_t address = (uintptr_t) pointer; \
    switch (size) \
      { \
      case 0: \
        break; \
      case 2: \
        rp_fast_##KIND (address, 2, RP_CALLER); \
        break; \
      case 4: \
        rp_fast_##KIND (address, 4, RP_CALLER); \
        break; \
      case 8: \
        rp_fast_##KIND (address, 8, RP_CALLER); \
        break; \
      case 16: \
        rp_fast_##KIND (address, 16, RP_CALLER); \
        break; \
      default: \
        if (!rp_monitor_knows (address, size, IS_WRITE)) \
          rp_monitor_##KIND (address, size, RP_CALLER); \
      } \
  }

RANGE (read, false)
RANGE (write, true)

RP_HOOK (void, __tsan_func_entry, void *pc)
{
  rp_monitor_enter ((uintptr_t) pc);
}

RP_HOOK (void, __tsan_func_exit, void)
{
  rp_monitor_leave ();
}

/* A constructor of every instrumented file calls this. It does nothing: the monitor's own constructor starts the
 * monitor. */
RP_HOOK (void, __tsan_init, void)
{
}
