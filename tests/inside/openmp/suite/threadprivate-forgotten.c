// Of the two globals that belong together only one is threadprivate.
// expect: race length
// at: 13
#include <stdio.h>

int stack[8], length;
#pragma omp threadprivate(stack)

static void
push (int value)
{
  stack[length & 7] = value;
  length++;
}

int
main (void)
{
#pragma omp parallel
  push (1);
  printf ("%d %d\n", length, stack[0]);
  return 0;
}
