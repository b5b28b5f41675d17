// Each thread makes the lock anew.
// expect: 8 undecided
#include <omp.h>
omp_lock_t l;
int x;
void f (void)
{
#pragma omp parallel
  {
    omp_init_lock (&l);
    omp_set_lock (&l);
    x++;
    omp_unset_lock (&l);
  }
}
