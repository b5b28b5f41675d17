// Threads that take whichever of two locks is free: a test that fails once must not fail for ever.
// expect: clean
// prints: 4
#include <omp.h>
#include <stdio.h>

static omp_lock_t locks[2];
static int taken[2];

int
main (void)
{
  for (int i = 0; i < 2; i++)
    omp_init_lock (&locks[i]);
#pragma omp parallel num_threads(4)
  for (int is_done = 0; !is_done;)
    for (int i = 0; i < 2 && !is_done; i++)
      if (omp_test_lock (&locks[i]))
        {
          taken[i]++;
          is_done = 1;
          omp_unset_lock (&locks[i]);
        }
  printf ("%d\n", taken[0] + taken[1]);
  return 0;
}
