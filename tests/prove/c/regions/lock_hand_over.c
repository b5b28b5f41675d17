// Locks of one array that are released in the order in which they were taken.
// expect: 8 proved
#include <omp.h>
omp_lock_t l[2];
int x;
void f (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      omp_set_lock (&l[0]);
      omp_set_lock (&l[1]);
      omp_unset_lock (&l[0]);
      x++;
      omp_unset_lock (&l[1]);
    }
}
