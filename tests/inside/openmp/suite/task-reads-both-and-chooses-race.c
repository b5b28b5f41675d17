// The task reads both variables, and then chooses one of the values.
// expect: race written_var
// flags: -O2
#include <stdio.h>

static int read_var, written_var;

__attribute__ ((noinline)) static int
read_both (int which)
{
  int first = read_var, second = written_var;
  puts ("both");
  return which ? first : second;
}

int
main (int count, char **arguments)
{
  (void) arguments;
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(sum)
    sum = read_both (count);
#pragma omp task
    written_var = 1;
  }
  printf ("%d\n", sum);
  return 0;
}
