/* hints: all */
/* output: 3 */
/* wants: `#pragma omp barrier` before line */
#include <omp.h>
#include <stdio.h>

static int a[16], b[16], first;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int id = omp_get_thread_num ();
    a[id] = id;
    b[id] = a[(id + 1) % 4];
  }
  printf ("%d\n", b[2]);
  return 0;
}
