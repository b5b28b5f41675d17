// gcc: nested functions change elements of their own, a variable under a lock, and a variable that tasks have in turn.
// expect: clean
// compilers: gcc
// prints: 2587
#include <stdio.h>

int
main (void)
{
  int sum = 0, squares[20];

  void
  square (int i)
  {
    squares[i] = i * i;
  }

  void
  add (int i)
  {
#pragma omp critical
    sum += squares[i];
  }

  void
  add_part (int i)
  {
    sum += squares[i] / 20;
  }

#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      square (i);
      add (i);
    }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
    {
#pragma omp task depend(inout : sum)
      add_part (i);
    }
  printf ("%d\n", sum);
  return 0;
}
