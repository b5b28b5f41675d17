// Each thread keeps where its slot is from an earlier region; reading it tells the thread who it is.
// expect: clean
#include <stdio.h>
#include <omp.h>

int part[64];
static int *mine;
#pragma omp threadprivate(mine)

int
main (void)
{
  int sum = 0;
#pragma omp parallel
  mine = &part[omp_get_thread_num ()];
#pragma omp parallel
  {
    int *slot = mine;
#pragma omp for
    for (int i = 0; i < 100; i++)
      *slot += i;
  }
  for (int i = 0; i < 64; i++)
    sum += part[i];
  printf ("%d\n", sum);
  return 0;
}
