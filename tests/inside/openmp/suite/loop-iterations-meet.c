// As many iterations as threads, each of which waits for all others: a thread that left a task has to let others come.
// expect: clean
#include <omp.h>
#include <stdio.h>

int arrived, done[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp for schedule(static, 1)
  for (int i = 0; i < 4; i++)
    {
      int now = 0;
#pragma omp task
      done[i] = 1;
#pragma omp atomic
      arrived++;
      while (now < 4)
        {
#pragma omp atomic read
          now = arrived;
        }
    }
  printf ("%d\n", done[0] + done[1] + done[2] + done[3]);
  return 0;
}
