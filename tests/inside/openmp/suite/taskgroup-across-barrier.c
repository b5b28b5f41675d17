// A taskgroup may have barriers inside, its own and those of loops and singles; each thread has a group of its own.
// expect: clean
#include <omp.h>
#include <stdlib.h>

int a[16], b[16], parts[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp taskgroup
    {
#pragma omp for
      for (int i = 0; i < 16; i++)
        {
#pragma omp task
          a[i] = i;
        }
#pragma omp single
      for (int i = 0; i < 16; i++)
        {
#pragma omp task firstprivate(i)
          b[i] = a[15 - i];
        }
#pragma omp taskgroup
      {
#pragma omp barrier
        int me = omp_get_thread_num ();
#pragma omp task
        parts[me] = b[me];
      }
      if (parts[omp_get_thread_num ()] != 15 - omp_get_thread_num ())
        abort ();
    }
  }
  return 0;
}
