// What undeferred tasks access, in each other and in a function, has the name of the variable that they share.
// expect: race x
// expect: race y
// at: 26 31
#include <stdio.h>

static void
store (int *to, int value)
{
#pragma omp task if (0)
  *to = value;
}

int
main (void)
{
  int x = 0, y = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x, y)
    {
      printf ("%d\n", y);
#pragma omp task shared(x) if (0)
      {
        x = 5;
        store (&y, 6);
      }
    }
#pragma omp task shared(x, seen) if (0)
    seen += x;
#pragma omp task shared(y, seen) if (0)
    {
#pragma omp task shared(y, seen) if (0)
      seen += y;
    }
  }
  printf ("%d\n", seen < 0);
  return 0;
}
