// The last iteration has a section, a task, a simd loop, or is the only one; its value is copied out all the same.
// expect: clean
// prints: 999 999 999 20 20
#include <stdio.h>

static int a[1000], b[3];

__attribute__ ((noinline)) static int
section (int to)
{
  int last = 0;
#pragma omp parallel for num_threads(2) lastprivate(last)
  for (int i = 0; i < to; i++)
    {
      a[i] = last = i;
      if (i == to - 1)
        {
#pragma omp critical
          a[i]++;
        }
    }
  return last;
}

__attribute__ ((noinline)) static int
task (int to)
{
  int last = 0;
#pragma omp parallel for num_threads(2) lastprivate(last)
  for (int i = 0; i < to; i++)
    {
      a[i] = last = i;
      if (i == to - 1)
        {
#pragma omp task
          b[0] = 1;
#pragma omp taskwait
        }
    }
  return last;
}

__attribute__ ((noinline)) static int
vector (int to)
{
  int last = 0;
#pragma omp parallel for num_threads(2) lastprivate(last)
  for (int i = 0; i < to; i++)
    {
      last = i;
      if (i == to - 1)
        {
#pragma omp simd
          for (int k = 0; k < 3; k++)
            b[k] = i;
        }
    }
  return last;
}

__attribute__ ((noinline)) static int
only_task (int to)
{
  int last = 0;
#pragma omp parallel for num_threads(2) lastprivate(last)
  for (int i = 20; i < to; i++)
    {
#pragma omp task
      a[i]++;
      last = i;
    }
  return last;
}

__attribute__ ((noinline)) static int
only_vector (int to)
{
  int last = 0;
#pragma omp parallel for simd num_threads(2) lastprivate(last)
  for (int i = 20; i < to; i++)
    a[i] += 8, last = i;
  return last;
}

int
main (void)
{
  printf ("%d %d %d ", section (1000), task (1000), vector (1000));
  printf ("%d %d\n", only_task (21), only_vector (21));
  return 0;
}
