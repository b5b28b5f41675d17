// Each thread has kept its number and uses its own slot; but the iterations also use their neighbours' elements.
// expect: race a
// at: 23
#include <stdio.h>
#include <omp.h>

int part[64], a[101];
int me;
#pragma omp threadprivate(me)

int
main (void)
{
  int sum = 0;
#pragma omp parallel
  me = omp_get_thread_num ();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      {
        part[me] += i;
        a[i] = a[i + 1] + 1;
      }
  }
  for (int i = 0; i < 64; i++)
    sum += part[i];
  printf ("%d %d\n", sum, a[0]);
  return 0;
}
