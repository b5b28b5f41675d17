// One thread cancels the region, and does not come to the barrier where the others wait: they leave it there.
// expect: clean
// environment: OMP_CANCELLATION=true
#include <omp.h>
#include <stdio.h>

int beyond, wanted = 1;

int
main (void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num () == 1)
      {
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp atomic
    beyond++;
  }
  printf ("%s\n", omp_get_cancellation () == wanted ? "on" : "off");
  return beyond;
}
