// Local variables that the clauses give to each iteration, and some of the body's own with the names of others.
// expect: clean
// prints: 4950 99 198 9900
#include <stdio.h>

int
main (void)
{
  int sum = 0, last = 0, step = 0, own = 0, j = 0, product = 1;
  long total = 0;
  (void) own, (void) j;
#pragma omp simd reduction(+ : sum) reduction(max : product) lastprivate(last) \
  linear(step : 2) private(own, j) reduction(+ : total)
  for (int i = 0; i < 100; i++)
    {
      int count = 0, bound = 2;
      for (j = 0; j < bound; j++)
        count++;
      own = i * count;
      sum += i;
      last = i;
      step += 2;
      product = product > i ? product : i;
      {
        int sum = own;
        sum++;
        own = sum - 1;
      }
      total += own;
    }
  printf ("%d %d %d %ld\n", sum, last, step - 2, total);
  return product != 99;
}
