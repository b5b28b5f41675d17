// The first of two locks is given back before the second, and what it protected is accessed after that.
// expect: race x
// at: 21
#include <omp.h>

int x;
omp_lock_t a, b[2];

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b[0]);
  omp_init_lock (&b[1]);
#pragma omp parallel num_threads(2)
  {
    omp_lock_t *own = &b[omp_get_thread_num ()];
    omp_set_lock (&a);
    omp_set_lock (own);
    omp_unset_lock (&a);
    x++;
    omp_unset_lock (own);
  }
  return x > 2;
}
