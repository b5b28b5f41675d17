/* Plain accesses of all kinds, and that calls are entered and left. */
#include "fake_monitor.h"

#include <stdlib.h>

typedef float vector __attribute__ ((vector_size (32)));

static char c;
static short s;
static int i, array[10];
static long l;
static double d;
static long double ld;
static vector v1, v2 = { 1, 2, 3 };
static volatile int watched;
static struct __attribute__ ((packed)) packed
{
  char before;
  int number;
  double value;
} packed;
static _Complex double z;

static __attribute__ ((noinline)) int
recur (int n)
{
  array[n] = n;
  return n ? recur (n - 1) + array[n] : 0;
}

static float xs[103], ys[103];

static __attribute__ ((noinline)) void
add (float *restrict to, const float *restrict from, int n)
{
  for (int k = 0; k < n; k++)
    to[k] += from[k];
}

static __attribute__ ((noinline)) void
write_all (void)
{
  c = 1;
  s = 2;
  i = 3;
  l = 4;
  d = 5;
  ld = 6;
  v1 = v2;
  watched = 7;
  packed.number = 8;
  packed.value = 9;
  z = 1;
}

int
main (void)
{
  fake_start ();
  write_all ();
  fake_stop ();
  EXPECT (fake_has_all (FAKE_WRITE, &c, 1));
  EXPECT (fake_has_all (FAKE_WRITE, &s, 2));
  EXPECT (fake_has_all (FAKE_WRITE, &i, 4));
  EXPECT (fake_has_all (FAKE_WRITE, &l, 8));
  EXPECT (fake_has_all (FAKE_WRITE, &d, 8));
#ifndef __clang__ /* it instruments accesses to 1, 2, 4, 8 and 16 bytes, and no others */
  EXPECT (fake_has_all (FAKE_WRITE, &ld, 10));
  EXPECT (fake_has_all (FAKE_WRITE, &v1, 32) && fake_has_all (FAKE_READ, &v2, 32));
#endif
  EXPECT (fake_has_all (FAKE_WRITE, &watched, 4));
  EXPECT (!fake_has_any (FAKE_WRITE, &packed.before, 1));
  EXPECT (fake_has_all (FAKE_WRITE, (char *) &packed + 1, 12));
  EXPECT (fake_has_all (FAKE_WRITE, &z, 16));
  EXPECT (fake_entered () >= 1 && fake_entered () == fake_left ());
  fake_start ();
  int sum = recur (9);
  fake_stop ();
  EXPECT (sum == 45 && fake_has_all (FAKE_WRITE, array, sizeof array));
  EXPECT (fake_entered () >= 1 && fake_entered () == fake_left ());
  fake_start ();
  add (xs, ys, 103);
  fake_stop ();
  EXPECT (fake_has_all (FAKE_WRITE, xs, sizeof xs) && fake_has_all (FAKE_READ, ys, sizeof ys));
  fake_start ();
  int *block = malloc (5 * sizeof *block);
  block[4] = 1;
  free (block);
  fake_stop ();
  EXPECT (fake_has_all (FAKE_WRITE, block, 20));
  return fake_failures () != 0;
}
