// A nestable lock may be taken again by its owner; the update is made under it.
// expect: clean
#include <omp.h>

int depth, total;
omp_nest_lock_t lock;

static void
add (int n)
{
  omp_set_nest_lock (&lock);
  total += n;
  if (n > 0)
    add (n - 1);
  omp_unset_nest_lock (&lock);
}

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 6; i++)
    add (3);
  omp_destroy_nest_lock (&lock);
  return total != 36;
}
