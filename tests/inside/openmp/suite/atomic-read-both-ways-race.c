// Iterations read a variable atomically, and one of them plainly as well; a later one updates it atomically.
// expect: race x
#include <stdio.h>

static int x, v[8], w[8];

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++)
    {
      int t;
      if (i == 7)
        {
#pragma omp atomic
          x++;
        }
      else
        {
#pragma omp atomic read
          t = x;
          v[i] = t;
          __asm__ volatile ("" : : : "memory"); /* clang would use the value of the atomic read */
          if (i == 2)
            w[i] = x;
        }
    }
  printf ("%d\n", w[0]);
  return 0;
}
