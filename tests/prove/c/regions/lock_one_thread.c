// One thread takes the lock, all go on.
// expect: 8 undecided
#include <omp.h>
omp_lock_t l;
int x;
void f (void)
{
#pragma omp parallel
  {
#pragma omp single nowait
    omp_set_lock (&l);
    x++;
#pragma omp master
    omp_unset_lock (&l);
  }
}
