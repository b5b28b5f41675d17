/* hints: all */
/* output: 190 190 */
/* wants: reduction\(\+:sum\) */
#include <algorithm>
#include <cstdio>

template <typename T>
static T
total (const T *values, int n)
{
  T sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

int
main ()
{
  int a[20];
  long b[20];
  for (int i = 0; i < 20; i++)
    a[i] = b[i] = i;
  std::printf ("%d %ld\n", total (a, 20), total (b, 20));
  return 0;
}
