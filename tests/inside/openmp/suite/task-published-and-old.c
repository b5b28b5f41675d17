// A block that is handed over in a critical section is new, and the order of the sections protects it; the other one, which
// the same lines write and read, was there before.
// expect: race heap
// at: 12 19
#include <stdlib.h>

static long *list, *old, sum;

static void __attribute__ ((noinline)) put (long **v, int count)
{
  for (int i = 0; i < count; i++)
    *v[i] = 1;
}

static long __attribute__ ((noinline)) get (long **v, int count)
{
  long result = 0;
  for (int i = 0; i < count; i++)
    result += *v[i];
  return result;
}

int
main (void)
{
  old = malloc (sizeof *old);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      long *v[] = { malloc (sizeof (long)), old };
      put (v, 2);
#pragma omp critical
      list = v[0];
    }
#pragma omp task
    {
      long *v[2];
      int count = 0;
#pragma omp critical
      v[0] = list;
      if (v[0])
        count = 1;
      v[count++] = old;
      sum = get (v, count);
    }
  }
  return sum > 2;
}
