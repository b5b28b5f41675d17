// Pointers that lead to the array are read in every iteration, and written before and behind the loop alone.
// expect: clean
// prints: 2016
#include <stdio.h>

typedef struct level { double **rows; } level;
static double row[64], *rows[2] = { row, row };
static level one = { rows }, *top = &one;

int
main (void)
{
  double sum = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    top = &one;
#pragma omp for
    for (int i = 0; i < 64; i++)
      top->rows[1][i] = i;
#pragma omp single
    top = 0;
  }
  for (int i = 0; i < 64; i++)
    sum += row[i];
  printf ("%g\n", sum);
  return 0;
}
