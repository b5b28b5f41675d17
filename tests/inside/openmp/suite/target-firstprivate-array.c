// What is firstprivate in a target region is a copy, arrays and structures, too; with nowait it is made at once.
// expect: clean
#include <stdlib.h>
#include <string.h>

struct pair
{
  int left;
  double right[3];
};

int
main (void)
{
  int a[5] = { 1, 2, 3, 4, 5 }, sum = 0, later = 0;
  struct pair pair = { 7, { 1, 2, 3 } };
#pragma omp target firstprivate(a, pair) map(tofrom : sum)
  {
    for (int i = 0; i < 5; i++)
      sum += a[i]++;
    sum += pair.left;
    memset (&pair, 0, sizeof pair);
  }
  if (sum != 22 || a[0] != 1 || a[4] != 5 || pair.left != 7 || pair.right[2] != 3)
    abort ();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target firstprivate(a) map(tofrom : later) nowait
    {
      later = a[2];
      a[2] = 9;
    }
    a[2] = 8;
  }
  if (later != 3 || a[2] != 8)
    abort ();
  return 0;
}
