// Functions return structures into elements of shared arrays, and get elements by value. Each iteration has elements
// of its own.
// expect: clean
// prints: 7 12
#include <stdio.h>

struct cell
{
  int parts[5];
  double weight;
};

static struct cell cells[8];

__attribute__ ((noinline)) static struct cell
make (int seed)
{
  struct cell made = { { 0 }, seed };
  for (int i = 0; i < 5; i++)
    made.parts[i] = seed + i;
  return made;
}

__attribute__ ((noinline)) static int
sum (struct cell of)
{
  return of.parts[0] + of.parts[4];
}

int
main (void)
{
  int sums[8];
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      struct cell own = make (i + 1);
      cells[i] = make (i);
      sums[i] = sum (cells[i]) + own.parts[0] - i - 1;
    }
  printf ("%g %d\n", cells[7].weight, sums[4]);
  return 0;
}
