// OMP_THREAD_LIMIT is for the threads of all regions at a time, nested ones included; a league's and a target region's
// are counted separately.
// expect: clean
// compilers: gcc
// environment: OMP_THREAD_LIMIT=5
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

static int now, ended;

static void
count (int most)
{
  int seen;
#pragma omp atomic capture
  seen = ++now;
  if (seen > most)
    abort ();
  usleep (100);
#pragma omp atomic
  --now;
#pragma omp atomic
  ++ended;
}

int
main (void)
{
#pragma omp parallel num_threads(8)
  if (omp_get_num_threads () > 5)
    abort ();
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(3)
  count (5);
  if (ended < 3)
    abort ();
#pragma omp parallel num_threads(5)
  if (omp_get_num_threads () != 5)
    abort ();
#pragma omp target thread_limit(2)
#pragma omp parallel num_threads(4)
  count (2);
  return 0;
}
