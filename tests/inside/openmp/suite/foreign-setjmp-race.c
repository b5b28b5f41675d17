// All iterations fill one buffer: setjmp writes it.
// expect: race back
// at: 13
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static int
twice (int i)
{
  volatile int times = 0;
  if (!setjmp (back))
    times++;
  return times + i;
}

int
main (void)
{
  int results[20], sum = 0;

#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    results[i] = twice (i);
  for (int i = 0; i < 20; i++)
    sum += results[i];
  printf ("%d\n", sum);
  return 0;
}
