// A thread hands an element of its thread-local array to the others, which write it.
// expect: race counts
// at: 19
#include <stdio.h>

static int *address;

static int *
own (int i)
{
  static _Thread_local int counts[4];
  return &counts[i];
}

static void
count (void)
{
  *own (1) += 1;
  *address += 1;
}

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
#pragma omp single
    address = own (2);
    count ();
    sum += *own (1);
  }
  printf ("%d\n", sum);
  return 0;
}
