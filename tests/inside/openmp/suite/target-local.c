// A local variable of the function with the target region is shared by all iterations.
// expect: race v
// at: 11
#include <stdio.h>
int
main (void)
{
  int v = 0;
#pragma omp target teams distribute parallel for map(tofrom : v)
  for (int i = 0; i < 100; i++)
    v++;
  printf ("%d\n", v);
  return 0;
}
