// An atomic update whose value nobody takes gives a thread no number of its own. So the single may be executed by the other
// thread, at the same time as the write.
// expect: race x
#include <stdio.h>

static int count, x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    {
#pragma omp atomic update
      count += 1;
      x = 1;
    }
#pragma omp single nowait
    printf ("%d\n", x > 1);
  }
  return count != 1;
}
