/* The loop makes a reduction already: the region cannot make another. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i * 7 % 20;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < 20; i++)
      sum += a[i];
    sum += 1;
  }
  printf ("%d\n", sum);
  return 0;
}
