/* The creator reads in a task that it executes at once: a wait in that task would be for the task's own children. */
/* hints: all */
/* output: 5 */
/* wants: taskwait. before line 19 */
#include <stdio.h>

int
main (void)
{
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    {
      x = 5;
      printf ("%d\n", x);
    }
#pragma omp task if (0) shared(x, y)
    {
      y = x;
      y++;
    }
  }
  return y < 0;
}
