// A function is declared to access nothing, and reads an array all the same.
// expect: race numbers
// at: 10 24
#include <stdio.h>

static int numbers[8], out;

static int __attribute__ ((const, noinline)) look (int i)
{
  return numbers[i];
}

int
main (int count, char **arguments)
{
  (void) arguments;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    out = look (count + 2);
#pragma omp task
    for (int i = 0; i < 3 + count; i++)
      numbers[i] = i;
  }
  printf ("%d\n", out);
  return 0;
}
