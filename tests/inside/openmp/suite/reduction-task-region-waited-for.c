// reduction(task, +) on the parallel region: tasks without in_reduction add to their thread's copy by atomic updates, or
// the thread waits for them. All iterations and singles that a thread executes add to the same copy.
// expect: clean
// prints: 42
#include <stdio.h>

static int sum;

int
main (void)
{
#pragma omp parallel reduction(task, + : sum) num_threads(4)
  {
#pragma omp task shared(sum)
    sum += 1;
#pragma omp taskwait
    sum += 2;
#pragma omp task shared(sum)
#pragma omp atomic
    sum += 1;
#pragma omp task in_reduction(+ : sum)
    sum += 1;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 8; i++)
      sum += 1;
#pragma omp single
    sum += 6;
#pragma omp task in_reduction(+ : sum)
    sum += 2;
  }
  printf ("%d\n", sum);
  return 0;
}
