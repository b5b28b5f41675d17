// Doacross nests without a schedule clause: no thread has a certain iteration. A nest without iterations does nothing.
// expect: race x
// expect: race z
#include <stdio.h>

static int x, y, z;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered(2) nowait
    for (int i = 0; i < 1; i++)
      for (int j = 0; j < 1; j++)
        x++;
#pragma omp for ordered(2) nowait
    for (int i = 0; i < 0; i++)
      for (int j = 0; j < 1; j++)
        y++;
#pragma omp for ordered(2) collapse(2) nowait
    for (int i = 0; i < 1; i++)
      for (int j = 0; j < 1; j++)
        z++;
#pragma omp master
    printf ("%d\n", x + y + z);
  }
  return 0;
}
