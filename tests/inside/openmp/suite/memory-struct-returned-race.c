// A function returns a structure into an element of a shared array. Two iterations share the element, and the next
// loop passes elements to a function by value while it writes others.
// expect: race cells
// expect: race spots
// at: 45 45
#include <stdio.h>

struct cell
{
  int parts[5];
  double weight;
};

struct spot
{
  float x, y;
};

static struct cell cells[8];
static struct spot spots[8];

__attribute__ ((noinline)) static struct cell
make_cell (int seed)
{
  struct cell made = { { 0 }, seed };
  for (int i = 0; i < 5; i++)
    made.parts[i] = seed + i;
  return made;
}

__attribute__ ((noinline)) static struct spot
move (struct spot from)
{
  struct spot moved = { from.x + 1, from.y + 2 };
  return moved;
}

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      struct cell own = make_cell (i);
      cells[(i + own.parts[0]) / 4] = make_cell (i);
    }
#pragma omp parallel for
  for (int i = 0; i < 7; i++)
    spots[i] = move (spots[i + 1]);
  printf ("%g %g\n", cells[3].weight > 0 ? 1.0 : 0.0, spots[7].x);
  return 0;
}
