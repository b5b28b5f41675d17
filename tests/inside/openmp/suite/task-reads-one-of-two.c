// The task reads only one of two variables. Compilers would read both, and then choose a value; another task writes the
// other variable.
// expect: clean
// flags: -O2
#include <stdio.h>

typedef struct pair
{
  int first, second;
} pair;

static int read_var, written_var;
double even[8], odd[8];
static pair one, other;

__attribute__ ((noinline)) static int
read_pointed (int which)
{
  return *(which ? &read_var : &written_var);
}

__attribute__ ((noinline)) static int
read_branches (int which, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    if (which)
      sum += read_var;
    else
      sum += written_var;
  return sum;
}

__attribute__ ((noinline)) static double
read_buffer (int round)
{
  const double *from = round % 2 ? odd : even;
  return from[0] + from[3];
}

__attribute__ ((noinline)) static int
read_member (const pair *from, int which)
{
  return which ? from->first : from->second;
}

__attribute__ ((noinline)) static int
read_structure (int which)
{
  const pair *from = which > 2 ? &other : which ? &one : &other;
  return from->first;
}

int
main (int count, char **arguments)
{
  (void) arguments;
  double sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(sum)
    sum = read_pointed (count) + read_branches (count, 5) + read_buffer (count)
          + read_member (&one, count) + read_structure (count);
#pragma omp task
    {
      written_var = 1;
      even[0] = even[3] = 2;
      one.second = other.first = 3;
    }
  }
  printf ("%g\n", sum);
  return 0;
}
