// Every thread holds the lock around the loop, so all iterations exclude each other.
// expect: clean
// prints: 8
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int count;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(3)
  {
    omp_set_lock (&lock);
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
      count++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", count);
  return 0;
}
