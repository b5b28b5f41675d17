/* Not all threads would come to a barrier. */
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
    if (id < 2)
      {
        a[id] = id;
        b[id] = a[1 - id];
      }
  }
  printf ("%d\n", b[2]);
  return 0;
}
