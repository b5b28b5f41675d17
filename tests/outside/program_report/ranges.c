/* Races on more bytes than one access of the machine has, chosen by the first argument. */
#include <raceproof/task.h>
#include <stdlib.h>
#include <string.h>

static char buffer[64];
int numbers[20];
struct
{
  int first, second;
  unsigned low : 3, high : 5;
} record;
static struct big
{
  long parts[4];
  double rest;
} bigs[3];
int left, right;
static int *either[2] = { &left, &right };

static void
copy (void *unused)
{
  (void) unused;
  memcpy (buffer, "0123456789012345678901234567890123456789", 40);
}

static void
clear (void *unused)
{
  (void) unused;
  memset (buffer + 8, 0, 32);
}

static void
fill (void *unused)
{
  (void) unused;
  for (int i = 5; i < 15; i++)
    numbers[i] = i;
}

static void
odd (void *unused)
{
  (void) unused;
  for (int i = 1; i < 20; i += 2)
    numbers[i] = i;
}

static void
assign (void *number)
{
  bigs[1] = bigs[*(int *) number];
}

static void
set_both (void *unused)
{
  (void) unused;
  for (int i = 0; i < 2; i++)
    *either[i] = 1;
}

static void
set_bits (void *unused)
{
  (void) unused;
  record.high = 1;
}

static void
use (void *block)
{
  ((char *) block)[20] = 1;
}

static void
give_back (void *block)
{
  free (block);
}

static void
both (void (*one) (void *), void *argument, void (*other) (void *), void *other_argument)
{
  rp_finish
  {
    rp_async (one, argument);
    rp_async (other, other_argument);
  }
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  int zero = 0, two = 2;
  if (!strcmp (what, "memory"))
    both (copy, NULL, clear, NULL);
  else if (!strcmp (what, "loop"))
    both (fill, NULL, fill, NULL);
  else if (!strcmp (what, "stride"))
    both (odd, NULL, odd, NULL);
  else if (!strcmp (what, "structure"))
    both (assign, &zero, assign, &two);
  else if (!strcmp (what, "objects"))
    both (set_both, NULL, set_both, NULL);
  else if (!strcmp (what, "bits"))
    both (set_bits, NULL, set_bits, NULL);
  else if (!strcmp (what, "free"))
    {
      void *block = malloc (40);
      both (use, block, give_back, block);
    }
  return 0;
}
