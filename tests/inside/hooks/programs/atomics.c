/* Atomics of every kind that compilers expand in their own ways (notes: holes 2 and 6). */
#include "fake_monitor.h"

#include <stdatomic.h>

static double scaled = 3;
static _Atomic double sum;
static _Atomic long double wide_sum;
static _Atomic int counter;
static _Atomic __int128 huge;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int old_style, by_order = 1;
static _Atomic struct triple
{
  char bytes[12];
} triple;

static __attribute__ ((noinline)) void
scale (double *x)
{
#pragma omp atomic
  *x *= 2;
}

static __attribute__ ((noinline)) int
swap_if (int *x, int expected)
{
  return __atomic_compare_exchange_n (x, &expected, 3, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

#define WRITES(X, ...) \
  do \
    { \
      fake_start (); \
      __VA_ARGS__; \
      fake_stop (); \
      EXPECT (fake_has_just (FAKE_ATOMIC_WRITE, &X, sizeof X)); \
      EXPECT (!fake_has_any (FAKE_WRITE, &X, sizeof X)); \
      EXPECT (!fake_has_any (FAKE_READ, &X, sizeof X)); \
    } \
  while (0)

int
main (void)
{
  WRITES (scaled, scale (&scaled));
  EXPECT (scaled == 6);
  WRITES (sum, sum += 2.5);
  WRITES (sum, sum *= 2);
  EXPECT (sum == 5);
  WRITES (wide_sum, wide_sum = 1);
  WRITES (wide_sum, wide_sum += 2);
  EXPECT (wide_sum == 3);
  WRITES (counter, counter++);
  WRITES (counter, atomic_fetch_or_explicit (&counter, 6, memory_order_relaxed));
  EXPECT (counter == 7);
  WRITES (huge, huge += 5);
  EXPECT (huge == 5);
  WRITES (flag, (void) atomic_flag_test_and_set (&flag));
  EXPECT (atomic_flag_test_and_set (&flag));
  WRITES (flag, atomic_flag_clear (&flag));
  WRITES (old_style, __sync_fetch_and_add (&old_style, 4));
  WRITES (old_style, (void) __sync_bool_compare_and_swap (&old_style, 4, 5));
  EXPECT (old_style == 5);
  WRITES (old_style, __sync_lock_release (&old_style));
  WRITES (by_order, swap_if (&by_order, 1));
  EXPECT (by_order == 3);
  struct triple value = { "hello world" };
  WRITES (triple, triple = value);
  fake_start ();
  EXPECT (!swap_if (&by_order, 1));
  EXPECT (counter == 7);
  struct triple copy = triple;
  fake_stop ();
  EXPECT (copy.bytes[10] == 'd');
  EXPECT (fake_has_just (FAKE_ATOMIC_READ, &by_order, 4));
  EXPECT (!fake_has_any (FAKE_ATOMIC_WRITE, &by_order, 4));
  EXPECT (fake_has_just (FAKE_ATOMIC_READ, &counter, 4));
  EXPECT (fake_has_just (FAKE_ATOMIC_READ, &triple, sizeof triple));
  return fake_failures () != 0;
}
