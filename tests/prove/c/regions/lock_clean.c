// expect: 6 proved
#include <omp.h>
omp_lock_t lock;
void f (int n, int *sum)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      omp_set_lock (&lock);
      *sum += i;
      omp_unset_lock (&lock);
    }
}
