// The consumer asks under critical, again and again, whether there is something: the producer comes to run.
// expect: clean
// also: undecided
#include <omp.h>
#include <stdio.h>
#define N 20
int queue[N], head, tail, sum;
int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    for (int i = 1; i <= N; i++)
      {
#pragma omp critical(q)
        queue[tail++] = i;
      }
#pragma omp section
    {
      int got = 0;
      while (got < N)
        {
#pragma omp critical(q)
          if (head < tail)
            {
              sum += queue[head++];
              got++;
            }
        }
    }
  }
  printf ("%d\n", sum);
  return sum != 210;
}
