// The lock is taken in another branch than the one that needs it.
// expect: 6 undecided
#include <omp.h>
void f (int n, int *a, const int *c, omp_lock_t *lock)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (c[i])
      {
      case 0:
        omp_set_lock (lock);
        break;
      case 1:
        a[0]++;
        break;
      case 2:
        omp_unset_lock (lock);
      }
}
