/* hints: all */
/* output: 19.0 */
/* wants: reduction\(max:m\) */
#include <stdio.h>
#include <math.h>
/* flags: -lm */
int
main (void)
{
  double m = -1;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    m = fmax (m, a[i]);
  printf ("%.1f\n", m);
  return 0;
}
