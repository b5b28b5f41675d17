// The function's two pointers overlap: its loop shifts an array onto itself.
// expect: race data
// at: 13
#include <stdio.h>

int data[50];

static void
shift (int *to, const int *from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

int
main (void)
{
  shift (data + 1, data, 49);
  printf ("%d\n", data[49]);
  return 0;
}
