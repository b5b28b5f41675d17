// Each thread of an inner team has its own copy, but for its first, which is the one that opened it.
// expect: clean
#include <assert.h>
#include <omp.h>

int own;
#pragma omp threadprivate(own)

int
main (void)
{
  int seen[2][3] = { { 0 } };
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num ();
    own = outer + 1;
#pragma omp parallel num_threads(3)
    {
      int inner = omp_get_thread_num ();
      if (inner)
        own = 10 * (outer + 1) + inner;
#pragma omp barrier
      seen[outer][inner] = own;
    }
  }
  for (int outer = 0; outer < 2; outer++)
    for (int inner = 0; inner < 3; inner++)
      assert (seen[outer][inner] == (inner ? 10 * (outer + 1) + inner : outer + 1));
  return 0;
}
