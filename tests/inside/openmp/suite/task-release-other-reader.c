// The writer waits for one reader, which releases a flag; the other reader nobody waits for.
// expect: race a
// at: 24 35
#include <stdio.h>

long a;
int flag;

int
main (void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task
    {
      volatile long seen = a;
#pragma omp atomic write release
      flag = 1;
      (void) seen;
    }
#pragma omp task
    {
      volatile long seen = a;
      (void) seen;
    }
#pragma omp task
    {
      int is_set = 0;
      while (!is_set)
        {
#pragma omp atomic read acquire
          is_set = flag;
        }
      a = 1;
    }
  }
  printf ("%ld\n", a);
  return 0;
}
