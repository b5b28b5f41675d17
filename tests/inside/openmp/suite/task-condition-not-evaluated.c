// The first operand of && and || decides, so the second one is not read. Another task writes it.
// expect: clean
// prints: 3
#include <stdio.h>

int
main (int count, char **arguments)
{
  (void) arguments;
  int is_there = count - 1, x = 0, y = 3, sum = 0;
#pragma omp parallel shared(is_there, x, y, sum)
#pragma omp single
  {
#pragma omp task shared(is_there, x, y, sum)
    {
      if (is_there && x)
        sum += 10;
      if (count == 1 || y > x)
        sum++;
      if (count || x)
        sum++;
      if (count == 0 && x == 0)
        sum += 10;
      for (int i = 0; i < 3 && (!is_there || x < 3); i++)
        sum += i == 2;
    }
#pragma omp task shared(x, y)
    x = y = 5;
  }
  printf ("%d\n", sum);
  return 0;
}
