// What an iteration does in constructs of its own is in order, and the iterations do not meet.
// expect: clean
// prints: 12
#include <stdio.h>

int b[16];

static void
work (int i)
{
#pragma omp for
  for (int j = 0; j < 1; j++)
    b[i]++;
  b[i]++;
#pragma omp single
  b[i]++;
#pragma omp sections
  {
#pragma omp section
    b[i]++;
#pragma omp section
    b[i]++;
  }
#pragma omp barrier
  b[i]++;
#pragma omp task firstprivate(i)
  b[i]++;
#pragma omp taskwait
  b[i]++;
#pragma omp taskgroup
  {
#pragma omp task depend(inout : b[i]) firstprivate(i)
    b[i]++;
#pragma omp task depend(inout : b[i]) firstprivate(i)
    b[i]++;
  }
  b[i]++;
}

int
main (void)
{
#pragma omp teams distribute num_teams(4)
  for (int i = 0; i < 16; i++)
    {
      work (i);
#pragma omp parallel num_threads(2)
#pragma omp single
      b[i]++;
    }
  printf ("%d\n", b[3]);
  return 0;
}
