// Every thread holds the lock around a single and around dynamic chunks.
// expect: clean
// prints: 9
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
#pragma omp single nowait
    count++;
#pragma omp for nowait schedule(dynamic, 2)
    for (int i = 0; i < 8; i++)
      count++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", count);
  return 0;
}
