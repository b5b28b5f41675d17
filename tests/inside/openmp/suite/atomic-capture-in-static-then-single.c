// A number that an iteration takes belongs to the iteration, also where a schedule clause gives all iterations to known threads.
// The single behind the loop may be executed by any thread.
// expect: race next
#include <stdio.h>

static int next, slot[8];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 8; i++)
      {
        int mine;
#pragma omp atomic capture
        mine = next++;
        slot[mine] = i;
      }
#pragma omp single nowait
    printf ("%d\n", next > 8);
  }
  return 0;
}
