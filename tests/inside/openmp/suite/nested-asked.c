// omp_get_nested is true only if more than one level may be active, and one more than is.
// expect: clean
// flags: -Wno-deprecated-declarations
// compilers: gcc
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  omp_set_nested (1);
  if (!omp_get_nested ())
    abort ();
  omp_set_nested (0);
  if (omp_get_nested () || omp_get_max_active_levels () != 1)
    abort ();
  omp_set_max_active_levels (2);
  if (!omp_get_nested ())
    abort ();
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  if (omp_get_nested ())
    abort ();
  omp_set_max_active_levels (0);
  if (omp_get_nested ())
    abort ();
  return 0;
}
