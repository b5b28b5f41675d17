/* One barrier is not enough. */
/* hints: none */
/* output: - */
#include <omp.h>
#include <stdio.h>

static int a[16], b[16], first;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int id = omp_get_thread_num ();
    for (int step = 0; step < 3; step++)
      {
        a[id] = step;
        b[id] = a[(id + 1) % 4];
      }
  }
  printf ("%d\n", b[2]);
  return 0;
}
