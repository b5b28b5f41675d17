/* hints: all */
/* output: 8 */
/* wants: `private\(id\)` */
#include <stdio.h>
#include <omp.h>

int
main (void)
{
  int id, b[4] = { 0 };
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel num_threads(4)
  {
    id = omp_get_thread_num ();
    b[id] = 2;
  }
  printf ("%d\n", b[0] + b[1] + b[2] + b[3] + 0 * a[0]);
  return 0;
}
