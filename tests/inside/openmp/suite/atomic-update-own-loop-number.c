// A loop around a compare-and-swap, written in the program, that gives each thread a number: the thread uses data of that
// number, in the loop that follows as well.
// expect: clean
// prints: 780
#include <stdatomic.h>
#include <stdio.h>

static atomic_int next;
static int sums[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = atomic_load (&next);
    while (!atomic_compare_exchange_weak (&next, &me, me + 1))
      ;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 40; i++)
      sums[me] += i;
  }
  printf ("%d\n", sums[0] + sums[1] + sums[2] + sums[3]);
  return 0;
}
