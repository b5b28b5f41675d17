// As lastprivate-chunks-tasks.c, with guided schedules.
// expect: clean
// prints: 1 2 1 2
// environment: OMP_SCHEDULE=guided
#include <stdio.h>

static int a, b, c, d, done[8];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(guided) lastprivate(a)
    for (int i = 0; i < 2; i++)
      {
        a = i;
#pragma omp task firstprivate(i)
        done[i] = 1;
      }
#pragma omp for schedule(guided, 2) lastprivate(b)
    for (int i = 0; i < 3; i++)
      {
        b = i;
#pragma omp task firstprivate(i)
        done[i] = 1;
      }
#pragma omp for schedule(runtime) lastprivate(c)
    for (int i = 0; i < 2; i++)
      {
        c = i;
#pragma omp task firstprivate(i)
        done[i] = 1;
      }
#pragma omp for schedule(guided) linear(d) ordered
    for (int i = 0; i < 2; i++)
      {
        d++;
#pragma omp task firstprivate(i)
        done[i] = 1;
      }
  }
  printf ("%d %d %d %d\n", a, b, c, d);
  return 0;
}
