// The lock is picked by the iteration and not by the element that is updated.
// expect: race bin
// at: 19
#include <omp.h>
#include <stdio.h>

int bin[4];
omp_lock_t lock[4];

int
main (void)
{
  for (int i = 0; i < 4; i++)
    omp_init_lock (&lock[i]);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    {
      omp_set_lock (&lock[i % 4]);
      bin[i % 3] += 1;
      omp_unset_lock (&lock[i % 4]);
    }
  for (int i = 0; i < 4; i++)
    omp_destroy_lock (&lock[i]);
  printf ("%d\n", bin[0]);
  return 0;
}
