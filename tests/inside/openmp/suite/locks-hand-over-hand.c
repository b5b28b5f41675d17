// Every iteration walks along a row of locks and always holds two neighbours for a moment.
// expect: clean
#include <omp.h>

static omp_lock_t locks[6];

int
main (void)
{
  for (int i = 0; i < 6; i++)
    omp_init_lock (&locks[i]);
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      omp_set_lock (&locks[0]);
      for (int k = 1; k < 6; k++)
        {
          omp_set_lock (&locks[k]);
          omp_unset_lock (&locks[k - 1]);
        }
      omp_unset_lock (&locks[5]);
    }
  return 0;
}
