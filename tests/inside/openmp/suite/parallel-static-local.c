// A function called from the region counts its calls in a static local variable.
// expect: race calls
// at: 10
#include <stdio.h>

static int
next (void)
{
  static int calls;
  calls++;
  return calls;
}

int
main (void)
{
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += next ();
  printf ("%d\n", sum > 0);
  return 0;
}
