// Variables of the loop's body, of loops in it and of the function that it calls are the iteration's own; a simd loop inside
// of another one has the variables of an iteration around it.
// expect: clean
// prints: 3 6
#include <stdio.h>

static int
twice (int n)
{
  int result = 0;
  for (int i = 0; i < 2; i++)
    result += n;
  return result;
}

int
main (void)
{
  static int a[100], b[100];
  int scale = 1;
  scale++;
#pragma omp simd
  for (int i = 0; i < 100; i++)
    {
      int sum = 0;
      for (int j = 0; j < 3; j++)
        sum += j;
      b[i] = scale > 1 ? twice (sum) : 0;
      a[i] = sum;
    }
#pragma omp simd
  for (int i = 0; i < 100; i++)
    {
      int most = 0;
#pragma omp simd reduction(max : most)
      for (int j = 0; j < 3; j++)
        most = most > j ? most : j;
      a[i] = a[i] - most + 2;
    }
  printf ("%d %d\n", a[99], b[99]);
  return 0;
}
