// A task takes a lock that nests, and ends. The next task, whose data are at the same address, is not its holder.
// expect: deadlock
#include <omp.h>

static omp_nest_lock_t lock;
static int sum;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; i++)
    {
#pragma omp task
      {
        omp_set_nest_lock (&lock);
        sum++;
        if (i == 1)
          omp_unset_nest_lock (&lock);
      }
#pragma omp taskwait
    }
  return sum != 2;
}
