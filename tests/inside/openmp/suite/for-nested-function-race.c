// gcc: a nested function changes a variable of the function around it. Its address is not taken.
// expect: race sum
// at: 15
// compilers: gcc
#include <stdio.h>

int
main (void)
{
  int sum = 0, squares[20];

  void
  add (int term)
  {
    sum += term;
  }

#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      squares[i] = i * i;
      add (squares[i]);
    }
  printf ("%d\n", sum > 0);
  return 0;
}
