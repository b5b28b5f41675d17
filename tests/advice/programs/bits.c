/* hints: all */
/* output: 31 */
/* wants: reduction\(\|:bits\) */
#include <stdio.h>

int
main (void)
{
  unsigned bits = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    bits |= (unsigned) a[i];
  printf ("%u\n", bits);
  return 0;
}
