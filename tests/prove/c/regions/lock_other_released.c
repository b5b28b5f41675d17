// The second iteration does not hold the lock.
// expect: 8 undecided
#include <omp.h>
omp_lock_t l;
int x;
void f (void)
{
#pragma omp parallel
  {
    omp_set_lock (&l);
    for (int i = 0; i < 2; i++)
      {
        x++;
        omp_unset_lock (&l);
      }
  }
}
