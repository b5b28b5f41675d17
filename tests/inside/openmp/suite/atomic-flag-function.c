// A lock of an atomic_flag, by the functions behind the macros of <stdatomic.h>, which libatomic has.
// expect: clean
// also: undecided
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
    while ((atomic_flag_test_and_set) (&lock))
      ;
    count++;
    (atomic_flag_clear) (&lock);
    while ((atomic_flag_test_and_set_explicit) (&lock, memory_order_acquire))
      ;
    count++;
    (atomic_flag_clear_explicit) (&lock, memory_order_release);
  }
  printf ("%d\n", count);
  return 0;
}
