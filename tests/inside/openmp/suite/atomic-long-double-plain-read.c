// An atomic update of a type that takes a lock orders nothing: who reads the variable after its own update races.
// expect: race total
#include <omp.h>
#include <stdio.h>

static long double total, seen;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    total += 2;
    if (omp_get_thread_num () == 3)
      seen = total;
  }
  printf ("%Lg %Lg\n", total, seen);
  return 0;
}
