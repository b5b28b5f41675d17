// The specification says which thread has which iteration of a static loop, and that chunks of a dynamic one stay whole.
// expect: clean
// plain: clang: clang 14 deals schedule(monotonic: static, 1) out as dynamic
// prints: 0 0 0 0
#include <omp.h>
#include <stdio.h>

int block[100], chunk[100], dynamic[98], named[100];

int
main (void)
{
  int wrong[4] = { 0 };
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      block[i] = omp_get_thread_num ();
#pragma omp for schedule(static, 7)
    for (int i = 0; i < 100; i++)
      chunk[i] = omp_get_thread_num ();
#pragma omp for schedule(dynamic, 7)
    for (int i = 0; i < 98; i++)
      dynamic[i] = omp_get_thread_num ();
#pragma omp for schedule(monotonic : static, 1)
    for (int i = 99; i >= 0; i--)
      named[i] = omp_get_thread_num ();
  }
  for (int i = 0; i < 100; i++)
    {
      wrong[0] += block[i] != i / 25;
      wrong[1] += chunk[i] != i / 7 % 4;
      wrong[3] += named[i] != (99 - i) % 4;
    }
  for (int i = 0; i < 98; i++)
    wrong[2] += dynamic[i] != dynamic[i / 7 * 7];
  printf ("%d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
  return 0;
}
