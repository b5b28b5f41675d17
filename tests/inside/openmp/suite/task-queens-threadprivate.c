// Solutions are counted in threadprivate variables by the tasks, and added up afterwards.
// expect: clean
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int mycount, total;
#pragma omp threadprivate(mycount)
static int
ok (int n, const char *a)
{
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (a[i] == a[j] || a[j] - a[i] == j - i || a[i] - a[j] == j - i)
        return 0;
  return 1;
}
static void
nqueens (int n, int j, const char *a)
{
  if (n == j)
    {
      mycount++;
      return;
    }
  for (int i = 0; i < n; i++)
    {
#pragma omp task firstprivate(i)
      {
        char *b = alloca (n);
        memcpy (b, a, j);
        b[j] = i;
        if (ok (j + 1, b))
          nqueens (n, j + 1, b);
      }
    }
#pragma omp taskwait
}
int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    char *a = alloca (7);
    nqueens (7, 0, a);
  }
#pragma omp parallel
  {
#pragma omp atomic
    total += mycount;
  }
  printf ("%d\n", total);
  return total != 40;
}
