/* Atomic operations: their values, and what is told of them. Every size and operation is compared
 * with plain arithmetic. */
#include "fake_monitor.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* TSAN_N and LIBATOMIC_N: prototypes under names that are not the compiler's own. */
#define DECLARE_FETCH(BITS, BYTES, TYPE, NAME) \
  TYPE __tsan_atomic##BITS##_fetch_##NAME (TYPE *, TYPE, int); \
  TYPE fetch_##NAME##_##BYTES (TYPE *, TYPE, int) __asm__("__atomic_fetch_" #NAME "_" #BYTES); \
  TYPE NAME##_fetch_##BYTES (TYPE *, TYPE, int) __asm__("__atomic_" #NAME "_fetch_" #BYTES); \
  TYPE sync_fetch_##NAME##_##BYTES (TYPE *, TYPE) __asm__("__sync_fetch_and_" #NAME "_" #BYTES); \
  TYPE sync_##NAME##_fetch_##BYTES (TYPE *, TYPE) __asm__("__sync_" #NAME "_and_fetch_" #BYTES);

#define CHECK_FETCH(BITS, BYTES, TYPE, NAME, RESULT) \
  { \
    TYPE x = (TYPE) 0xf0f1f2f3f4f5f6f7u, before = x, value = (TYPE) 0x3c3d3e3f40414243u; \
    TYPE after = (TYPE) (RESULT); \
    fake_start (); \
    CHECK (__tsan_atomic##BITS##_fetch_##NAME (&x, value, 5) == before && x == after); \
    fake_stop (); \
    CHECK (fake_has_just (FAKE_ATOMIC_WRITE, &x, BYTES) && fake_count () == 1); \
    x = before; \
    CHECK (fetch_##NAME##_##BYTES (&x, value, 5) == before && x == after); \
    x = before; \
    CHECK (NAME##_fetch_##BYTES (&x, value, 5) == after && x == after); \
    x = before; \
    CHECK (sync_fetch_##NAME##_##BYTES (&x, value) == before && x == after); \
    x = before; \
    fake_start (); \
    CHECK (sync_##NAME##_fetch_##BYTES (&x, value) == after && x == after); \
    fake_stop (); \
    CHECK (fake_has_just (FAKE_ATOMIC_WRITE, &x, BYTES) && fake_count () == 1); \
  }

#define SIZE(BITS, BYTES, TYPE) \
  DECLARE_FETCH (BITS, BYTES, TYPE, add) \
  DECLARE_FETCH (BITS, BYTES, TYPE, sub) \
  DECLARE_FETCH (BITS, BYTES, TYPE, and) \
  DECLARE_FETCH (BITS, BYTES, TYPE, or) \
  DECLARE_FETCH (BITS, BYTES, TYPE, xor) \
  DECLARE_FETCH (BITS, BYTES, TYPE, nand) \
  TYPE __tsan_atomic##BITS##_load (TYPE *, int); \
  void __tsan_atomic##BITS##_store (TYPE *, TYPE, int); \
  TYPE __tsan_atomic##BITS##_exchange (TYPE *, TYPE, int); \
  int __tsan_atomic##BITS##_compare_exchange_strong (TYPE *, TYPE *, TYPE, int, int); \
  int __tsan_atomic##BITS##_compare_exchange_weak (TYPE *, TYPE *, TYPE, int, int); \
  TYPE __tsan_atomic##BITS##_compare_exchange_val (TYPE *, TYPE, TYPE, int, int); \
  TYPE load_##BYTES (TYPE *, int) __asm__("__atomic_load_" #BYTES); \
  void store_##BYTES (TYPE *, TYPE, int) __asm__("__atomic_store_" #BYTES); \
  TYPE exchange_##BYTES (TYPE *, TYPE, int) __asm__("__atomic_exchange_" #BYTES); \
  bool compare_##BYTES (TYPE *, TYPE *, TYPE, int, \
                        int) __asm__("__atomic_compare_exchange_" #BYTES); \
  TEST (fetch_##BITS) { CHECK_FETCH (BITS, BYTES, TYPE, add, before + value) CHECK_FETCH ( \
    BITS, BYTES, TYPE, sub, before - value) CHECK_FETCH (BITS, BYTES, TYPE, and, before & value) \
                          CHECK_FETCH (BITS, BYTES, TYPE, or, before | value) \
                            CHECK_FETCH (BITS, BYTES, TYPE, xor, before ^ value) \
                              CHECK_FETCH (BITS, BYTES, TYPE, nand, \
                                           ~(before & value)) } TEST (store_load_exchange_##BITS) \
  { \
    TYPE x = 0; \
    fake_start (); \
    __tsan_atomic##BITS##_store (&x, 5, 5); \
    fake_stop (); \
    CHECK (x == 5 && fake_has_just (FAKE_ATOMIC_WRITE, &x, BYTES)); \
    fake_start (); \
    CHECK (__tsan_atomic##BITS##_load (&x, 5) == 5 && load_##BYTES (&x, 5) == 5); \
    fake_stop (); \
    CHECK (fake_has_just (FAKE_ATOMIC_READ, &x, BYTES)); \
    CHECK (!fake_has_any (FAKE_ATOMIC_WRITE, &x, BYTES)); \
    CHECK (__tsan_atomic##BITS##_exchange (&x, 6, 5) == 5 && x == 6); \
    CHECK (exchange_##BYTES (&x, 7, 5) == 6 && x == 7); \
    store_##BYTES (&x, 8, 5); \
    CHECK (x == 8); \
  } \
  TEST (compare_exchange_##BITS) \
  { \
    TYPE x = 1, expected = 1; \
    fake_start (); \
    CHECK (__tsan_atomic##BITS##_compare_exchange_strong (&x, &expected, 2, 5, 5) && x == 2); \
    fake_stop (); \
    CHECK (fake_has_just (FAKE_ATOMIC_WRITE, &x, BYTES)); \
    fake_start (); \
    CHECK (!__tsan_atomic##BITS##_compare_exchange_weak (&x, &expected, 3, 5, 5)); \
    fake_stop (); \
    CHECK (x == 2 && expected == 2 && fake_has_just (FAKE_ATOMIC_READ, &x, BYTES)); \
    CHECK (!fake_has_any (FAKE_ATOMIC_WRITE, &x, BYTES)); \
    CHECK (__tsan_atomic##BITS##_compare_exchange_val (&x, 2, 4, 5, 5) == 2 && x == 4); \
    CHECK (__tsan_atomic##BITS##_compare_exchange_val (&x, 2, 5, 5, 5) == 4 && x == 4); \
    expected = 9; \
    CHECK (!compare_##BYTES (&x, &expected, 5, 5, 5) && expected == 4 && x == 4); \
    CHECK (compare_##BYTES (&x, &expected, 5, 5, 5) && x == 5); \
  }

SIZE (8, 1, uint8_t)
SIZE (16, 2, uint16_t)
SIZE (32, 4, uint32_t)
SIZE (64, 8, uint64_t)
SIZE (128, 16, wide)

void generic_load (size_t, void *, void *, int) __asm__("__atomic_load");
void generic_store (size_t, void *, void *, int) __asm__("__atomic_store");
void generic_exchange (size_t, void *, void *, void *, int) __asm__("__atomic_exchange");
bool generic_compare (size_t, void *, void *, void *, int,
                      int) __asm__("__atomic_compare_exchange");
bool generic_is_free (size_t, const void *) __asm__("__atomic_is_lock_free");

TEST (generic)
{
  char x[12] = "hello world", y[12] = "hello again", old[12];
  fake_start ();
  generic_load (12, x, old, 5);
  fake_stop ();
  CHECK_STR (old, "hello world");
  CHECK (fake_has_just (FAKE_ATOMIC_READ, x, 12));
  generic_exchange (12, x, y, old, 5);
  CHECK_STR (x, "hello again");
  CHECK_STR (old, "hello world");
  CHECK (!generic_compare (12, x, old, y, 5, 5));
  CHECK_STR (old, "hello again");
  fake_start ();
  generic_store (12, x, "third value", 5);
  fake_stop ();
  CHECK_STR (x, "third value");
  CHECK (fake_has_just (FAKE_ATOMIC_WRITE, x, 12));
  fake_start ();
  CHECK (generic_compare (12, x, "third value", "fourth text", 5, 5));
  fake_stop ();
  CHECK_STR (x, "fourth text");
  CHECK (fake_has_just (FAKE_ATOMIC_WRITE, x, 12));
  CHECK (generic_is_free (8, NULL) && !generic_is_free (12, NULL));
}

bool flag_set (void *) __asm__("atomic_flag_test_and_set");
bool flag_set_explicit (void *, int) __asm__("atomic_flag_test_and_set_explicit");
void flag_clear (void *) __asm__("atomic_flag_clear");
void flag_clear_explicit (void *, int) __asm__("atomic_flag_clear_explicit");

TEST (flags)
{
  uint8_t flag = 0;
  fake_start ();
  CHECK (!flag_set (&flag) && flag == 1);
  fake_stop ();
  CHECK (fake_has_just (FAKE_ATOMIC_WRITE, &flag, 1) && fake_count () == 1);
  CHECK (flag_set (&flag) && flag_set_explicit (&flag, 2) && flag == 1);
  fake_start ();
  flag_clear (&flag);
  fake_stop ();
  CHECK (flag == 0 && fake_has_just (FAKE_ATOMIC_WRITE, &flag, 1) && fake_count () == 1);
  CHECK (!flag_set_explicit (&flag, 2));
  flag_clear_explicit (&flag, 3);
  CHECK (flag == 0);
}
