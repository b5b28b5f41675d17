// It is not the lock that was taken.
// expect: 8 undecided
#include <omp.h>
omp_lock_t l[9];
int x;
void f (void)
{
#pragma omp parallel
  {
    int j = 0;
    omp_set_lock (&l[j]);
    j++;
    omp_unset_lock (&l[j]);
    x++;
    omp_set_lock (&l[j]);
    j--;
    omp_unset_lock (&l[j]);
  }
}
