// The first of two locks is given back before the second, which still protects the last update.
// expect: clean
// also: undecided
#include <omp.h>

int x, y;
omp_lock_t a, b;

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock (&a);
    x++;
    omp_set_lock (&b);
    omp_unset_lock (&a);
    y++;
    omp_unset_lock (&b);
#pragma omp barrier
    omp_set_lock (&b);
    y++;
    omp_unset_lock (&b);
  }
  return x != 2 || y != 4;
}
