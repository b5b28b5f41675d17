/* libatomic's functions and the __sync_ functions, which compilers call. With -fno-inline-atomics gcc calls one of them
 * for the write of `omp atomic` on a double. Without the option that write is a bare instruction, which no hook sees.
 * clang calls the generic forms for long double. */
#include "inside/abi/atomic_operations.h"
#include "inside/hook/libc_real.h"

#include <fenv.h>
#include <string.h>

RP_HOOKS_FILE (atomics);

#define ATOMIC_FETCH(BYTES, BITS, TYPE, NAME) \
  RP_HOOK_AS (TYPE, atomic_fetch_##NAME##_##BYTES, "__atomic_fetch_" #NAME "_" #BYTES, \
              TYPE *address, TYPE value, int order) \
  { \
    TYPE after; \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_##NAME##BITS (address, value, &after, RP_CALLER); \
  } \
  RP_HOOK_AS (TYPE, atomic_##NAME##_fetch_##BYTES, "__atomic_" #NAME "_fetch_" #BYTES, \
              TYPE *address, TYPE value, int order) \
  { \
    TYPE after; \
    rp_monitor_order (order, RP_CALLER); \
    rp_atomic_##NAME##BITS (address, value, &after, RP_CALLER); \
    return after; \
  } \
  RP_HOOK_AS (TYPE, sync_fetch_and_##NAME##_##BYTES, "__sync_fetch_and_" #NAME "_" #BYTES, \
              TYPE *address, TYPE value) \
  { \
    TYPE after; \
    return rp_atomic_##NAME##BITS (address, value, &after, RP_CALLER); \
  } \
  RP_HOOK_AS (TYPE, sync_##NAME##_and_fetch_##BYTES, "__sync_" #NAME "_and_fetch_" #BYTES, \
              TYPE *address, TYPE value) \
  { \
    TYPE after; \
    rp_atomic_##NAME##BITS (address, value, &after, RP_CALLER); \
    return after; \
  }

#define ATOMIC_BASIC(BYTES, BITS, TYPE) \
  RP_HOOK_AS (TYPE, atomic_load_##BYTES, "__atomic_load_" #BYTES, TYPE *address, int order) \
  { \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_load##BITS (address, RP_CALLER); \
  } \
  RP_HOOK_AS (void, atomic_store_##BYTES, "__atomic_store_" #BYTES, TYPE *address, TYPE value, \
              int order) \
  { \
    rp_monitor_order (order | RP_ORDER_STORE, RP_CALLER); \
    rp_atomic_exchange##BITS (address, value, RP_CALLER); \
  } \
  RP_HOOK_AS (TYPE, atomic_exchange_##BYTES, "__atomic_exchange_" #BYTES, TYPE *address, \
              TYPE value, int order) \
  { \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_exchange##BITS (address, value, RP_CALLER); \
  } \
  RP_HOOK_AS (bool, atomic_compare_exchange_##BYTES, "__atomic_compare_exchange_" #BYTES, \
              TYPE *address, TYPE *expected, TYPE desired, int order, int failure_order) \
  { \
    TYPE wanted = *expected; \
    rp_monitor_order (failure_order, RP_CALLER); \
    rp_monitor_order (order, RP_CALLER); \
    TYPE found = rp_atomic_swap_if##BITS (address, wanted, desired, RP_CALLER); \
    if (found != wanted) \
      *expected = found; \
    return found == wanted; \
  } \
  RP_HOOK_AS (bool, atomic_test_and_set_##BYTES, "__atomic_test_and_set_" #BYTES, TYPE *address, \
              int order) \
  { \
    rp_monitor_order (order, RP_CALLER); \
    return rp_atomic_exchange##BITS (address, 1, RP_CALLER) != 0; \
  }

/* The __sync_ functions. Each is a full barrier, except those for locks: taking a lock acquires only, and releasing it
 * is a plain atomic store that releases [GCC manual, "Legacy __sync Built-in Functions"]. */
#define SYNC_BASIC(BYTES, BITS, TYPE) \
  RP_HOOK_AS (bool, sync_bool_compare_and_swap_##BYTES, "__sync_bool_compare_and_swap_" #BYTES, \
              TYPE *address, TYPE expected, TYPE desired) \
  { \
    return rp_atomic_swap_if##BITS (address, expected, desired, RP_CALLER) == expected; \
  } \
  RP_HOOK_AS (TYPE, sync_val_compare_and_swap_##BYTES, "__sync_val_compare_and_swap_" #BYTES, \
              TYPE *address, TYPE expected, TYPE desired) \
  { \
    return rp_atomic_swap_if##BITS (address, expected, desired, RP_CALLER); \
  } \
  RP_HOOK_AS (TYPE, sync_lock_test_and_set_##BYTES, "__sync_lock_test_and_set_" #BYTES, \
              TYPE *address, TYPE value) \
  { \
    rp_monitor_order (__ATOMIC_ACQUIRE, RP_CALLER); \
    return rp_atomic_exchange##BITS (address, value, RP_CALLER); \
  } \
  RP_HOOK_AS (void, sync_lock_release_##BYTES, "__sync_lock_release_" #BYTES, TYPE *address) \
  { \
    rp_monitor_order (__ATOMIC_RELEASE | RP_ORDER_STORE, RP_CALLER); \
    rp_atomic_exchange##BITS (address, 0, RP_CALLER); \
  }

#define SIZED(BYTES, BITS, TYPE) \
  ATOMIC_BASIC (BYTES, BITS, TYPE) \
  SYNC_BASIC (BYTES, BITS, TYPE) \
  ATOMIC_FETCH (BYTES, BITS, TYPE, add) \
  ATOMIC_FETCH (BYTES, BITS, TYPE, sub) \
  ATOMIC_FETCH (BYTES, BITS, TYPE, and) \
  ATOMIC_FETCH (BYTES, BITS, TYPE, or) \
  ATOMIC_FETCH (BYTES, BITS, TYPE, xor) \
  ATOMIC_FETCH (BYTES, BITS, TYPE, nand)

SIZED (1, 8, uint8_t)
SIZED (2, 16, uint16_t)
SIZED (4, 32, uint32_t)
SIZED (8, 64, uint64_t)
SIZED (16, 128, rp_wide)

RP_HOOK_AS (void, sync_synchronize, "__sync_synchronize", void)
{
  rp_monitor_fence (__ATOMIC_SEQ_CST, RP_CALLER);
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

/* The functions behind the macros of <stdatomic.h>, which a program calls if it takes their addresses, or writes their
 * names in parentheses. */

RP_HOOK (void, atomic_thread_fence, int order)
{
  rp_monitor_fence (order, RP_CALLER);
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

RP_HOOK (void, atomic_signal_fence, int order)
{
  (void) order;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
}

RP_HOOK (bool, atomic_flag_test_and_set, uint8_t *flag)
{
  rp_monitor_order (__ATOMIC_SEQ_CST, RP_CALLER);
  return rp_atomic_exchange8 (flag, 1, RP_CALLER) != 0;
}

RP_HOOK (bool, atomic_flag_test_and_set_explicit, uint8_t *flag, int order)
{
  rp_monitor_order (order, RP_CALLER);
  return rp_atomic_exchange8 (flag, 1, RP_CALLER) != 0;
}

RP_HOOK (void, atomic_flag_clear, uint8_t *flag)
{
  rp_monitor_order (__ATOMIC_SEQ_CST | RP_ORDER_STORE, RP_CALLER);
  rp_atomic_exchange8 (flag, 0, RP_CALLER);
}

RP_HOOK (void, atomic_flag_clear_explicit, uint8_t *flag, int order)
{
  rp_monitor_order (order | RP_ORDER_STORE, RP_CALLER);
  rp_atomic_exchange8 (flag, 0, RP_CALLER);
}

/* The generic forms, for objects of any size. They share one lock, so that they exclude each other. VALUE and
 * similar parameters are the caller's temporaries, whose accesses the caller announces itself. */

RP_HOOK_AS (void, atomic_load, "__atomic_load", size_t size, void *address, void *value, int order)
{
  rp_monitor_order (order, RP_CALLER);
  rp_monitor_atomic ((uintptr_t) address, size, false, RP_CALLER);
  rp_atomic_lock ();
  RP_REAL (memcpy) (value, address, size);
  rp_atomic_unlock ();
}

RP_HOOK_AS (void, atomic_store, "__atomic_store", size_t size, void *address, void *value,
            int order)
{
  rp_monitor_order (order | RP_ORDER_STORE, RP_CALLER);
  rp_monitor_atomic ((uintptr_t) address, size, true, RP_CALLER);
  rp_atomic_lock ();
  RP_REAL (memcpy) (address, value, size);
  rp_atomic_unlock ();
}

/* OLD and VALUE may be the same object, so the bytes are exchanged one by one. */
RP_HOOK_AS (void, atomic_exchange, "__atomic_exchange", size_t size, void *address, void *value,
            void *old, int order)
{
  char *object = address, *from = value, *to = old;
  rp_monitor_order (order, RP_CALLER);
  rp_monitor_atomic ((uintptr_t) address, size, true, RP_CALLER);
  rp_atomic_lock ();
  for (size_t i = 0; i < size; i++)
    {
      char byte = object[i];
      object[i] = from[i];
      to[i] = byte;
    }
  rp_atomic_unlock ();
}

RP_HOOK_AS (bool, atomic_compare_exchange, "__atomic_compare_exchange", size_t size, void *address,
            void *expected, void *desired, int order, int failure_order)
{
  rp_monitor_order (failure_order, RP_CALLER);
  rp_monitor_order (order, RP_CALLER);
  rp_monitor_atomic_begin ((uintptr_t) address, size, RP_CALLER);
  rp_atomic_lock ();
  bool is_equal = RP_REAL (memcmp) (address, expected, size) == 0;
  if (is_equal)
    RP_REAL (memcpy) (address, desired, size);
  else
    RP_REAL (memcpy) (expected, address, size);
  rp_atomic_unlock ();
  rp_monitor_atomic ((uintptr_t) address, size, is_equal, RP_CALLER);
  return is_equal;
}

RP_HOOK_AS (bool, atomic_is_lock_free, "__atomic_is_lock_free", size_t size, const void *address)
{
  bool is_power = size && !(size & (size - 1));
  return is_power && size <= 8 && !((uintptr_t) address & (size - 1));
}

/* gcc calls this after a compound assignment to an atomic floating-point object. EXCEPTIONS are those that the
 * successful attempt has raised. */
RP_HOOK_AS (void, atomic_feraiseexcept, "__atomic_feraiseexcept", int exceptions)
{
  feraiseexcept (exceptions);
}
