/* Every atomic operation on 1, 2, 4, 8 and 16 bytes. The rp_atomic_ functions do the operation and report it to the
 * monitor. The rp_plain_ functions only do the operation. The hooks of tsan_atomic.c and libatomic.c use both kinds.
 *
 * All operations are sequentially consistent, whatever order the program asked for, because tasks run on one thread.
 * Behaviour that only a weaker order allows is not explored; rp_monitor_order tells the monitor which order the
 * program asked for. */
#ifndef RP_INSIDE_ABI_ATOMIC_OPERATIONS_H
#define RP_INSIDE_ABI_ATOMIC_OPERATIONS_H

#include "inside/abi/atomic_wide.h"
#include "inside/hook/hook.h"

#define RP_ATOMIC_INLINE static inline __attribute__ ((always_inline, unused))

/* The rp_plain_ functions, for one size. The compiler expands its builtins to instructions. */
#define RP_ATOMIC_BASE(BITS, TYPE) \
  RP_ATOMIC_INLINE TYPE rp_plain_load##BITS (TYPE *address) \
  { \
    return __atomic_load_n (address, __ATOMIC_SEQ_CST); \
  } \
  RP_ATOMIC_INLINE TYPE rp_plain_exchange##BITS (TYPE *address, TYPE value) \
  { \
    return __atomic_exchange_n (address, value, __ATOMIC_SEQ_CST); \
  } \
  RP_ATOMIC_INLINE TYPE rp_plain_swap_if##BITS (TYPE *address, TYPE expected, TYPE desired) \
  { \
    __atomic_compare_exchange_n (address, &expected, desired, false, __ATOMIC_SEQ_CST, \
                                 __ATOMIC_SEQ_CST); \
    return expected; \
  }

RP_ATOMIC_BASE (8, uint8_t)
RP_ATOMIC_BASE (16, uint16_t)
RP_ATOMIC_BASE (32, uint32_t)
RP_ATOMIC_BASE (64, uint64_t)

#define rp_plain_load128 rp_wide_load
#define rp_plain_exchange128 rp_wide_exchange
#define rp_plain_swap_if128 rp_wide_swap_if

/* The rp_atomic_ functions, for one size. A compare and swap counts as a write only if it wrote, so it is reported
 * afterwards. */
#define RP_ATOMIC_SIZE(BITS, TYPE) \
  RP_ATOMIC_INLINE TYPE rp_atomic_load##BITS (TYPE *address, uintptr_t pc) \
  { \
    rp_monitor_atomic ((uintptr_t) address, sizeof *address, false, pc); \
    return rp_plain_load##BITS (address); \
  } \
  RP_ATOMIC_INLINE TYPE rp_atomic_exchange##BITS (TYPE *address, TYPE value, uintptr_t pc) \
  { \
    rp_monitor_atomic ((uintptr_t) address, sizeof *address, true, pc); \
    return rp_plain_exchange##BITS (address, value); \
  } \
  RP_ATOMIC_INLINE TYPE rp_atomic_swap_if##BITS (TYPE *address, TYPE expected, TYPE desired, \
                                                 uintptr_t pc) \
  { \
    rp_monitor_atomic_begin ((uintptr_t) address, sizeof *address, pc); \
    TYPE found = rp_plain_swap_if##BITS (address, expected, desired); \
    rp_monitor_atomic ((uintptr_t) address, sizeof *address, found == expected, pc); \
    return found; \
  } \
  RP_ATOMIC_UPDATE (BITS, TYPE, add, old + value) \
  RP_ATOMIC_UPDATE (BITS, TYPE, sub, old - value) \
  RP_ATOMIC_UPDATE (BITS, TYPE, and, old &value) \
  RP_ATOMIC_UPDATE (BITS, TYPE, or, old | value) \
  RP_ATOMIC_UPDATE (BITS, TYPE, xor, old ^ value) \
  RP_ATOMIC_UPDATE (BITS, TYPE, nand, ~(old & value))

/* Defines the operation NAME. RESULT is an expression for the new value, made of `old` and `value`. The function
 * returns the old value, and stores the new one in *AFTER. */
#define RP_ATOMIC_UPDATE(BITS, TYPE, NAME, RESULT) \
  RP_ATOMIC_INLINE TYPE rp_atomic_##NAME##BITS (TYPE *address, TYPE value, TYPE *after, \
                                                uintptr_t pc) \
  { \
    rp_monitor_atomic ((uintptr_t) address, sizeof *address, true, pc); \
    TYPE old = rp_plain_load##BITS (address), result, found; \
    while (result = (TYPE) (RESULT), \
           (found = rp_plain_swap_if##BITS (address, old, result)) != old) \
      old = found; \
    *after = result; \
    return old; \
  }

RP_ATOMIC_SIZE (8, uint8_t)
RP_ATOMIC_SIZE (16, uint16_t)
RP_ATOMIC_SIZE (32, uint32_t)
RP_ATOMIC_SIZE (64, uint64_t)
RP_ATOMIC_SIZE (128, rp_wide)

#endif
