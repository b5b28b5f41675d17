/* hints: all */
/* output: 2 */
/* wants: put line \d+ into `critical` */
#include <omp.h>
#include <stdio.h>

static int x, y;
static omp_lock_t lock, other;

int
main (void)
{
  omp_init_lock (&lock);
  omp_init_lock (&other);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      omp_set_lock (&lock);
      x++;
      omp_unset_lock (&lock);
    }
#pragma omp section
    {
#pragma omp critical
      x++;
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
