// The program itself sets schedule(runtime) to static chunks, and relies on them.
// expect: clean
// prints: 0
#include <omp.h>
#include <stdio.h>

int a[40], owner[40];

int
main (void)
{
  int wrong = 0;
  omp_set_schedule (omp_sched_static, 5);
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for schedule(runtime)
    for (int i = 0; i < 40; i++)
      owner[i] = a[i] - i + omp_get_thread_num ();
  }
  for (int i = 0; i < 40; i++)
    wrong += owner[i] != i / 5 % 4;
  printf ("%d\n", wrong);
  return 0;
}
