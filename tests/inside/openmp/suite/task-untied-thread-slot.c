// An untied task may go on in another thread after taskyield, but still uses the slot of the
// first.
// expect: race slot
// at: 22
#include <omp.h>
#include <stdio.h>

int slot[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 12; i++)
    {
#pragma omp task untied
      {
        int me = omp_get_thread_num ();
        slot[me] += 1;
#pragma omp taskyield
        slot[me] += 2;
      }
    }
  printf ("%d\n", slot[0]);
  return 0;
}
