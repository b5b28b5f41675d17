// expect: 7 undecided
#include <omp.h>
omp_lock_t l;
int x;
void f (int c)
{
#pragma omp parallel
  {
    c && (omp_set_lock (&l), 1);
    x++;
    omp_unset_lock (&l);
  }
}
