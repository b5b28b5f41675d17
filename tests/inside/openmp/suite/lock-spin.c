// A thread asks under a lock, again and again, whether the other has set a variable.
// expect: clean
// also: undecided
#include <omp.h>
#include <stdio.h>
int ready, value;
int
main (void)
{
  omp_lock_t l;
  omp_init_lock (&l);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 1)
      {
        omp_set_lock (&l);
        value = 3;
        ready = 1;
        omp_unset_lock (&l);
      }
    else
      {
        int go = 0;
        while (!go)
          {
            omp_set_lock (&l);
            go = ready;
            if (go)
              value++;
            omp_unset_lock (&l);
          }
      }
  }
  printf ("%d\n", value);
  return value != 4;
}
