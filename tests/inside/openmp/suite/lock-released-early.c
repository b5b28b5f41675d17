// The lock is released before the second use of the variable.
// expect: race level
// at: 18 20
#include <omp.h>
#include <stdio.h>

int level, seen[16];
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    {
      omp_set_lock (&lock);
      level += i;
      omp_unset_lock (&lock);
      seen[i] = level;
    }
  omp_destroy_lock (&lock);
  printf ("%d\n", seen[0] >= 0);
  return 0;
}
