// A local variable that an iteration reads under a condition, and changes.
// expect: race most
#include <stdio.h>

int
main (void)
{
  static int a[100];
  int most = -1, last = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i * 37 % 101;
#pragma omp simd lastprivate(last)
  for (int i = 0; i < 100; i++)
    {
      last = a[i];
      if (last > most)
        most = last;
    }
  printf ("%d %d\n", most, last);
  return 0;
}
