// expect: 7 race x 14 20
#include <omp.h>
omp_lock_t l[2];
int x;
void f (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    {
      omp_set_lock (&l[0]);
      omp_set_lock (&l[1]);
      omp_unset_lock (&l[0]);
      x++;
      omp_unset_lock (&l[1]);
    }
#pragma omp section
    {
      omp_set_lock (&l[0]);
      x++;
      omp_unset_lock (&l[0]);
    }
  }
}
