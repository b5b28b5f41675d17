// %n writes.
// expect: 8 undecided
// expect: 13 proved
#include <stdio.h>
int x;
void f (void)
{
#pragma omp parallel
  printf ("%d%n", 1, &x);
}
void g (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    printf ("%d %s%%\n", a[i], "a");
}
