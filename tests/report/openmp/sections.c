/* Sections of code that exclude each other, but not those that matter. */
#include <omp.h>

static int x, y, z, v;
static omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp critical (left)
      x++;
#pragma omp critical
      y++;
#pragma omp atomic
      z++;
      omp_set_lock (&lock);
      v = 1;
      omp_unset_lock (&lock);
    }
#pragma omp section
    {
#pragma omp critical (right)
      x++;
      y++;
      z = 3;
#pragma omp critical
      v = 2;
    }
  }
  omp_destroy_lock (&lock);
  return 0;
}
