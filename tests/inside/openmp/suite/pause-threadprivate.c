// omp_pause_resource_all takes what other threads had in threadprivate variables; not inside a region.
// expect: clean
// compilers: gcc
#include <omp.h>
#include <stdlib.h>

static int own = 7;
#pragma omp threadprivate(own)

int
main (void)
{
#pragma omp parallel num_threads(3)
  own = omp_get_thread_num () + 100;
#pragma omp parallel num_threads(3)
  if (own != omp_get_thread_num () + 100 || !omp_pause_resource_all (omp_pause_soft))
    abort ();
  if (omp_pause_resource_all (omp_pause_soft))
    abort ();
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num () && own != 7)
      abort ();
    own = omp_get_thread_num () + 200;
  }
  if (omp_pause_resource (omp_pause_hard, omp_get_initial_device ()))
    abort ();
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num () && own != 7)
    abort ();
  return 0;
}
