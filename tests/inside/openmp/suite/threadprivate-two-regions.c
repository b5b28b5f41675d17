// The copies keep their values from one region to the next, in a team of the same size.
// expect: clean
#include <omp.h>

static int own;
#pragma omp threadprivate(own)

int
main (void)
{
  int wrong = 0;
  omp_set_dynamic (0);
#pragma omp parallel num_threads(3)
  own = omp_get_thread_num () + 1;
#pragma omp parallel num_threads(3) reduction(+ : wrong)
  wrong += own != omp_get_thread_num () + 1;
  return wrong != 0;
}
