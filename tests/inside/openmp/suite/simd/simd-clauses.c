// A clause of a simd loop counts wherever it stands: behind another one, a comma or blanks.
// expect: clean
// prints: 4950 4950 400
#include <stdio.h>

static int a[104], b[104];

int
main (void)
{
  int s = 0, t = 0, u = 0;
#pragma omp simd reduction(+ : s) safelen(4)
  for (int i = 0; i < 100; i++)
    {
      a[i + 4] = a[i] + i;
      s += i;
    }
#pragma omp simd reduction(+ : t), safelen(4)
  for (int i = 0; i < 100; i++)
    {
      b[i + 4] = b[i] + i;
      t += i;
    }
#pragma omp simd reduction(+ : u)   collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      u += 1;
  printf ("%d %d %d\n", s, t, u);
  return 0;
}
