// A lock is held across the barriers at the end of sections, a single and a loop, while others do their share.
// expect: clean
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int a, b, c, d[8], x;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
    if (me == 1)
      omp_set_lock (&lock);
#pragma omp sections
    {
#pragma omp section
      a = 1;
#pragma omp section
      b = 1;
    }
#pragma omp single
    c = a + b;
#pragma omp for
    for (int i = 0; i < 8; i++)
      d[i] = c;
    if (me != 1)
      omp_set_lock (&lock);
    x += d[me];
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x);
  return 0;
}
