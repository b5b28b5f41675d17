/* The ThreadSanitizer ABI: atomic operations, in the forms of gcc (compare_exchange_strong and
 * weak) and of clang (compare_exchange_val). */
#include "inside/abi/atomic_operations.h"

#define FETCH(BITS, TYPE, NAME) \
  RP_HOOK (TYPE, __tsan_atomic##BITS##_fetch_##NAME, TYPE *address, TYPE value, int order) \
  { \
    TYPE after; \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_##NAME##BITS (address, value, &after, RP_CALLER); \
  }

#define COMPARE(BITS, TYPE, NAME) \
  RP_HOOK (int, __tsan_atomic##BITS##_compare_exchange_##NAME, TYPE *address, TYPE *expected, \
           TYPE desired, int order, int failure_order) \
  { \
    TYPE wanted = *expected; \
    if (failure_order != order) \
      rp_monitor_order (failure_order, RP_CALLER); \
    rp_monitor_order (order, RP_CALLER); \
    TYPE found = rp_atomic_swap_if##BITS (address, wanted, desired, RP_CALLER); \
    if (found != wanted) \
      *expected = found; \
    return found == wanted; \
  }

/* clang's plug-in calls this for the relaxed read before a loop around a compare-and-exchange. */
#define FIRST_READ(BITS, TYPE) \
  RP_HOOK_OWN (TYPE, rp_atomic_first_read##BITS, TYPE *address) \
  { \
    rp_monitor_first_read ((uintptr_t) address, sizeof *address, RP_CALLER); \
    return rp_plain_load##BITS (address); \
  }

#define SIZED(BITS, TYPE) \
  FIRST_READ (BITS, TYPE) \
  RP_HOOK (TYPE, __tsan_atomic##BITS##_load, TYPE *address, int order) \
  { \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_load##BITS (address, RP_CALLER); \
  } \
  RP_HOOK (void, __tsan_atomic##BITS##_store, TYPE *address, TYPE value, int order) \
  { \
    rp_monitor_order (order | RP_ORDER_STORE, RP_CALLER); \
    rp_atomic_exchange##BITS (address, value, RP_CALLER); \
  } \
  RP_HOOK (TYPE, __tsan_atomic##BITS##_exchange, TYPE *address, TYPE value, int order) \
  { \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_exchange##BITS (address, value, RP_CALLER); \
  } \
  RP_HOOK (TYPE, __tsan_atomic##BITS##_compare_exchange_val, TYPE *address, TYPE expected, \
           TYPE desired, int order, int failure_order) \
  { \
    if (failure_order != order) \
      rp_monitor_order (failure_order, RP_CALLER); \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_swap_if##BITS (address, expected, desired, RP_CALLER); \
  } \
  COMPARE (BITS, TYPE, strong) \
  COMPARE (BITS, TYPE, weak) \
  FETCH (BITS, TYPE, add) \
  FETCH (BITS, TYPE, sub) \
  FETCH (BITS, TYPE, and) \
  FETCH (BITS, TYPE, or) \
  FETCH (BITS, TYPE, xor) \
  FETCH (BITS, TYPE, nand)

SIZED (8, uint8_t)
SIZED (16, uint16_t)
SIZED (32, uint32_t)
SIZED (64, uint64_t)
SIZED (128, rp_wide)

RP_HOOK (void, __tsan_atomic_thread_fence, int order)
{
  rp_monitor_fence (order, RP_CALLER);
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

RP_HOOK (void, __tsan_atomic_signal_fence, int order)
{
  (void) order;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
}
