// Each team of a league in a target region has locals of its own, and so have the functions that it calls.
// expect: clean
#include <stdio.h>

int a[40], b[40];

__attribute__ ((noinline)) void
add (int *to, int *count)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    {
#pragma omp atomic
      *to += i;
    }
  ++*count;
}

__attribute__ ((noinline)) void
fill (int n)
{
  int total = 0, count = 0, part[8] = { 0 };
#pragma omp distribute
  for (int i = 0; i < n; i++)
    {
      part[i % 8]++;
      add (&total, &count);
      a[i] = part[i % 8];
    }
  if (total != 6 * count)
    a[0] = -1;
}

int
main (void)
{
#pragma omp target teams num_teams(3) map(tofrom : a)
  fill (40);
#pragma omp target teams num_teams(3) map(tofrom : b)
  {
    int own[4] = { 0 };
#pragma omp distribute parallel for num_threads(2)
    for (int i = 0; i < 40; i++)
      {
#pragma omp atomic
        own[i % 4]++;
        b[i] = i;
      }
  }
  printf ("%d %d\n", a[7] > 0, b[39]);
  return 0;
}
