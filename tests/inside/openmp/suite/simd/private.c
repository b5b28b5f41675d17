// Variables of the body, and those of private, linear, lastprivate and reduction clauses, are the iteration's own.
// expect: clean
// prints: 4950 99 100 294
#include <stdio.h>

int a[100], b[100];

int
main (void)
{
  int sum = 0, last = 0, next = 0, tmp;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp simd reduction(+ : sum) lastprivate(last) linear(next : 1) private(tmp)
  for (int i = 0; i < 100; i++)
    {
      int t[3];
      for (int k = 0; k < 3; k++)
        t[k] = a[i] + k;
      tmp = t[0] + t[1] + t[2];
      if (i == 99)
        tmp -= 6;
      b[i] = tmp;
      sum += a[i];
      last = i;
      next++;
    }
  printf ("%d %d %d %d\n", sum, last, next, b[99]);
  return 0;
}
