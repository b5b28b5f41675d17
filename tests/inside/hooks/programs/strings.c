/* String functions with constant arguments, which compilers like to expand in place. */
#include "fake_monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char text[64] = "_hello", out[64];
static int numbers[] = { 1, 3, 5, 7 };

#define WRITES(SIZE, ...) \
  do \
    { \
      memset (out, 0, sizeof out); \
      out[1] = 'x'; \
      fake_start (); \
      __VA_ARGS__; \
      fake_stop (); \
      EXPECT (fake_has_all (FAKE_WRITE, out + 1, SIZE)); \
      EXPECT (!fake_has_any (FAKE_WRITE, out + 1 + SIZE, 1)); \
    } \
  while (0)

#define READS(SIZE, ...) \
  do \
    { \
      fake_start (); \
      EXPECT (__VA_ARGS__); \
      fake_stop (); \
      EXPECT (fake_has_all (FAKE_READ, text + 1, SIZE)); \
      EXPECT (!fake_has_any (FAKE_READ, text + 1 + SIZE, 1)); \
    } \
  while (0)

static int
compare (const void *a, const void *b)
{
  const int *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static __attribute__ ((noinline)) char *
opaque (char *p)
{
  __asm__ volatile("" : "+r"(p));
  return p;
}

int
main (void)
{
  char *o = opaque (out + 1), *t = opaque (text + 1);
  WRITES (6, strcpy (o, "hello"));
  WRITES (6, strcpy (o, t));
  WRITES (8, strncpy (o, "hello", 8));
  WRITES (6, stpcpy (o, "hello"));
  WRITES (6, mempcpy (o, "hello", 6));
  WRITES (8, bzero (o, 8));
  WRITES (8, bcopy (t, o, 8));
  WRITES (6, sprintf (o, "hello"));
  WRITES (6, sprintf (o, "%s", t));
  WRITES (6, snprintf (o, 20, "hello"));
  WRITES (6, snprintf (o, 20, "%s", "hello"));
  memset (out, 0, sizeof out);
  out[1] = 'x';
  fake_start ();
  strcat (o, "hello");
  strncat (o, "you", 2);
  fake_stop ();
  EXPECT (fake_has_all (FAKE_WRITE, out + 2, 8) && !fake_has_any (FAKE_WRITE, out + 1, 1));
  READS (2, strcmp (t, "h") != 0);
  READS (3, strncmp (t, "hex", 3) != 0);
  READS (6, strlen (t) == 5);
  READS (3, strchr (t, 'l') == t + 2);
  READS (6, strrchr (t, 'e') == t + 1);
  READS (4, strstr (t, "ll") == t + 2);
  READS (3, memchr (t, 'l', 6) == t + 2);
  READS (4, memcmp (t, "hell", 4) == 0);
  READS (3, strspn (t, "eh") == 2);
  READS (3, strcspn (t, "l") == 2);
  READS (6, strcasecmp (t, "HELLO") == 0);
  FILE *null = fopen ("/dev/null", "w");
  READS (6, fprintf (null, "%s", t) >= 0);
  READS (6, fprintf (null, "%s\n", t) >= 0);
  READS (6, fputs (t, null) >= 0);
  fclose (null);
  int key = 5;
  fake_start ();
  const int *place = bsearch (&key, numbers, 4, sizeof *numbers, compare);
  fake_stop ();
  EXPECT (place == numbers + 2 && fake_has_all (FAKE_READ, numbers + 2, sizeof *numbers));
  return fake_failures () != 0;
}
