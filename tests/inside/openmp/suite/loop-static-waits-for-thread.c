// Iterations of a static loop wait for what the thread of another iteration does after the loop.
// expect: clean
#include <stdatomic.h>
#include <stdio.h>

atomic_int go;
int done[3];

int
main (void)
{
#pragma omp parallel num_threads(3)
  {
    int is_last = 0;
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < 3; i++)
      {
        if (i == 2)
          is_last = 1;
#pragma omp task
        done[i] = 1;
        while (i != 2 && !atomic_load (&go))
          ;
      }
    if (is_last)
      atomic_store (&go, 1);
  }
  printf ("%d\n", done[0] + done[1] + done[2]);
  return 0;
}
