// As atomic-update-then-single.c, without optimisation, with functions whose values nobody uses.
// compilers: clang
// flags: -O0
// expect: race x
#include <stdio.h>

static int highest, x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    {
      __c11_atomic_fetch_max ((_Atomic int *) &highest, 7, __ATOMIC_RELAXED);
      int before = __c11_atomic_fetch_add ((_Atomic int *) &highest, 8, __ATOMIC_RELAXED);
      (void) __c11_atomic_exchange ((_Atomic int *) &highest, 8, __ATOMIC_RELAXED);
      x = 1;
    }
#pragma omp single nowait
    printf ("%d\n", x > 1);
  }
  return 0;
}
