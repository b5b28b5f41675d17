// Each inner team works on a variable of its own outer thread, and atomically.
// expect: clean
#include <omp.h>

int
main (void)
{
  int wrong = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2) reduction(+ : wrong)
  {
    int own = 0, size = 1;
#pragma omp parallel num_threads(2) shared(own, size)
    {
#pragma omp atomic
      own++;
#pragma omp single
      size = omp_get_num_threads ();
    }
    wrong += own != size;
  }
  return wrong != 0;
}
