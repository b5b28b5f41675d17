// A simd loop is executed while another thread waits in an iteration of one: its iterations are not compared, and the
// verdict says so.
// expect: unseen
// plain: the iterations of one loop depend on each other
#include <omp.h>
#include <stdio.h>

static int a[100], b[100], go;

static int
wait_for (int i)
{
  int seen = i != 3;
  while (!seen)
    {
#pragma omp atomic read
      seen = go;
    }
  return i;
}

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
#pragma omp simd
        for (int i = 0; i < 10; i++)
          a[i] = wait_for (i);
      }
    else
      {
#pragma omp simd
        for (int i = 1; i < 10; i++)
          b[i] = b[i - 1] + 1;
#pragma omp atomic write
        go = 1;
      }
  }
  printf ("%d\n", b[9] + a[3]);
  return 0;
}
