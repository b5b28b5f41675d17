/* Races on every kind of object, chosen by the first argument; built with `raceproof cc`. */
#include <raceproof/task.h>
#include <stdbool.h>
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

/* Two functions whose variables take turns on the same bytes of the stack; only one races. */
__attribute__ ((noinline)) static void
quiet (void)
{
  int calm[8] = { 0 };
  rp_finish rp_async (work, &calm[3]);
}

__attribute__ ((noinline)) static void
loud (bool is_racy)
{
  int wild[8] = { 0 };
  rp_finish
  {
    rp_async (work, &wild[3]);
    if (is_racy)
      rp_async (work, &wild[3]);
  }
}

static void
take_turns (void)
{
  loud (false);
  for (int i = 0; i < 100; i++)
    quiet ();
  loud (true);
  for (int i = 0; i < 100; i++)
    quiet ();
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
  else if (!strcmp (kind, "turns"))
    take_turns ();
  else if (!strcmp (kind, "status"))
    return 5;
  return 0;
}
