// Tasks that go on until another one of their group cancels it; what they count is shared.
// expect: race tried
// at: 28
// environment: OMP_CANCELLATION=true
#include <stdio.h>

int tried, found;

int
main (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 4; i++)
    {
#pragma omp task
      for (;;)
        {
          if (i == 3)
            {
#pragma omp atomic write
              found = 1;
#pragma omp cancel taskgroup
            }
          else
            {
              tried++;
#pragma omp cancellation point taskgroup
            }
        }
    }
  printf ("%d %d\n", tried, found);
  return 0;
}
