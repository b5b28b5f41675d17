/* Tasks that wait for nothing but finishes and sections, so that they are called on their parent's
 * stack: `called WAY`. */
#include <raceproof/task.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long count, shared;

static int
recurse (int n)
{
  volatile char room[1000];
  room[0] = (char) n;
  return n ? recurse (n - 1) + room[0] : 0; /* line: overflow */
}

static void
overflow (void *levels)
{
  recurse (*(int *) levels);
}

static void
add (void *nothing)
{
  (void) nothing;
  rp_isolated
    count++;
}

/* Tasks made in a section have to wait for it, and those made after it are called again. */
static void
add_inside (void *nothing)
{
  rp_isolated
  {
    count++;
    rp_async (add, nothing);
    rp_async (add, nothing);
  }
  rp_async (add, nothing);
}

static void
wait_inside (void *nothing)
{
  rp_isolated
    rp_finish
      rp_async (add, nothing); /* line: deadlock */
}

static void
descend (void *levels)
{
  long left = (long) levels;
  if (left)
    rp_async (descend, (void *) (left - 1));
}

static void
race (void *nothing)
{
  (void) nothing;
  shared++; /* line: race */
}

int
main (int count_of_words, char **words)
{
  const char *way = count_of_words > 1 ? words[1] : "";
  int levels = !strcmp (way, "overflow") ? 1000000000 : 900;
  rp_finish
  {
    rp_async (race, NULL);
    rp_async (race, NULL);
    rp_async (overflow, &levels);
  }
  rp_finish
  {
    for (int i = 0; i < 3; i++)
      rp_async (add_inside, NULL);
    rp_async (descend, (void *) 20000l);
    if (!strcmp (way, "deadlock"))
      rp_async (wait_inside, NULL);
  }
  printf ("%ld\n", count);
  return 0;
}
