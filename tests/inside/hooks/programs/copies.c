/* Copies that a compiler makes itself: of structures, and of constant size (notes: hole 1). */
#include "fake_monitor.h"

#include <string.h>

typedef struct small
{
  int a, b, c;
} small;

typedef struct large
{
  char bytes[3000];
} large;

typedef struct bits
{
  unsigned before;
  unsigned a : 3, b : 5;
} bits;

static small s1, s2 = { 1, 2, 3 };
static large l1, l2;
static bits bit_fields;
static char from[64], to[64];

static __attribute__ ((noinline)) void
copy_structures (small *a, const small *b, large *c, const large *d)
{
  *a = *b;
  *c = *d;
}

static __attribute__ ((noinline)) void
clear_structure (large *a)
{
  *a = (large) { { 0 } };
}

static __attribute__ ((noinline)) void
copy_constant (char *a, const char *b)
{
  memcpy (a, b, 8);
  memmove (a + 16, b + 16, 4);
  memset (a + 32, 0, 16);
}

static __attribute__ ((noinline)) int
compare_constant (const char *a, const char *b)
{
  return memcmp (a, b, 4) == 0;
}

static __attribute__ ((noinline)) void
set_bits (bits *object)
{
  object->b = 9;
}

int
main (void)
{
  fake_start ();
  copy_structures (&s1, &s2, &l1, &l2);
  fake_stop ();
  EXPECT (s1.c == 3);
  EXPECT (fake_has_all (FAKE_WRITE, &s1, sizeof s1) && fake_has_all (FAKE_READ, &s2, sizeof s2));
  EXPECT (fake_has_all (FAKE_WRITE, &l1, sizeof l1) && fake_has_all (FAKE_READ, &l2, sizeof l2));
  fake_start ();
  clear_structure (&l1);
  fake_stop ();
  EXPECT (fake_has_all (FAKE_WRITE, &l1, sizeof l1));
  fake_start ();
  copy_constant (to, from);
  fake_stop ();
  EXPECT (fake_has_just (FAKE_WRITE, to, 8) && fake_has_just (FAKE_READ, from, 8));
  EXPECT (fake_has_just (FAKE_WRITE, to + 16, 4) && fake_has_just (FAKE_READ, from + 16, 4));
  EXPECT (fake_has_just (FAKE_WRITE, to + 32, 16));
  fake_start ();
  int is_equal = compare_constant (to, from);
  fake_stop ();
  EXPECT (is_equal && fake_has_just (FAKE_READ, to, 4) && fake_has_just (FAKE_READ, from, 4));
  fake_start ();
  set_bits (&bit_fields);
  fake_stop ();
  EXPECT (bit_fields.b == 9 && fake_has_any (FAKE_WRITE, &bit_fields.before + 1, 1));
  EXPECT (!fake_has_any (FAKE_WRITE, &bit_fields.before, 4));
  return fake_failures () != 0;
}
