/* Races on every kind of object, chosen by the first argument; built with `raceproof cc`. */
#include <raceproof/task.h>
#include <stdlib.h>
#include <string.h>

struct cell
{
  int value, other;
};
struct cell cells[5];
static int plain;

static void
add (int *to, int value)
{
  *to += value; /* line: access */
}

static void
work (void *to)
{
  add (to, 1); /* line: call */
}

static int *
hidden (void)
{
  static int inside[3];
  return &inside[1];
}

static int *
block (void)
{
  int *memory = calloc (10, sizeof *memory); /* line: allocation */
  return memory + 3;
}

/* Inlined six times, its calls would be merged, and have no line. */
__attribute__ ((noinline)) static void
both (int *to)
{
  rp_finish
  {
    rp_async (work, to); /* line: creation */
    rp_async (work, to);
  }
}

static void
nested (void *unused)
{
  int mine[4] = { 0 };
  (void) unused;
  both (&mine[2]);
}

int
main (int argc, char **argv)
{
  const char *kind = argc > 1 ? argv[1] : "none";
  int local[6] = { 0 };
  if (!strcmp (kind, "global"))
    both (&plain);
  else if (!strcmp (kind, "member"))
    both (&cells[3].other);
  else if (!strcmp (kind, "static"))
    both (hidden ());
  else if (!strcmp (kind, "heap"))
    both (block ());
  else if (!strcmp (kind, "local"))
    both (&local[4]);
  else if (!strcmp (kind, "nested"))
    rp_finish rp_async (nested, NULL);
  else if (!strcmp (kind, "status"))
    return 5;
  return 0;
}
