// As atomic-flag-function.c, with a relaxed test: the flag excludes, but orders nothing.
// expect: race count
// prints: 4
// flags: -latomic
// plain: -latomic comes before the source there
#include <stdatomic.h>
#include <stdio.h>

static int count;
static atomic_flag lock = ATOMIC_FLAG_INIT;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    while ((atomic_flag_test_and_set_explicit) (&lock, memory_order_relaxed))
      ;
    count++;
    (atomic_flag_clear_explicit) (&lock, memory_order_relaxed);
    while ((atomic_flag_test_and_set_explicit) (&lock, memory_order_relaxed))
      ;
    count++;
    (atomic_flag_clear_explicit) (&lock, memory_order_relaxed);
  }
  printf ("%d\n", count);
  return 0;
}
