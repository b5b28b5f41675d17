/* hints: all */
/* output: 2 */
/* wants: hold lock `\w+` */
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
      omp_set_lock (&other);
      x++;
      omp_unset_lock (&other);
    }
  }
  printf ("%d\n", x + y);
  return 0;
}
