// Each iteration and each task jumps back to a buffer of its own, or to one that a thread has for itself.
// expect: clean
// prints: 180
#include <setjmp.h>
#include <stdio.h>

static __thread jmp_buf of_thread;

static void
count (jmp_buf back, int times)
{
  if (times < 3)
    longjmp (back, times + 1);
}

static int
times_with (jmp_buf back)
{
  volatile int times = 0;
  switch (setjmp (back))
    {
    case 0:
    case 1:
    case 2:
      times++;
      count (back, times);
    }
  return times;
}

static int
by_signal_mask (void)
{
  sigjmp_buf back;
  volatile int seen = 0;
  if (!sigsetjmp (back, 1))
    {
      seen = 2;
      siglongjmp (back, 1);
    }
  return seen;
}

int
main (void)
{
  int sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 20; i++)
    {
      jmp_buf back;
      sum += times_with (back) + times_with (of_thread) + by_signal_mask ();
    }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; i++)
    {
#pragma omp task shared(sum)
      {
        jmp_buf back;
        int times = times_with (back);
#pragma omp atomic
        sum += times;
      }
    }
  printf ("%d\n", sum);
  return 0;
}
