// What a thread has of a static loop is a task of its own, if the loop is not equal to the first one. The thread of the last
// iteration assigns the variable behind all of them.
// expect: clean
// expect-any: race last
// prints: 9
#include <stdio.h>

static int last, a[64];
static int *original = &last;

/* Reads the variable itself, where the construct has copies. */
__attribute__ ((noinline)) static void
look (const int *original)
{
  __asm__ volatile ("" : : "r" (*original) : "memory");
}

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait lastprivate(last)
    for (int i = 0; i < 10; i++)
      {
        last = i;
        if (i == 6)
          look (original);
      }
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 10; i++)
      if (i == 7)
        look (original);
  }
  printf ("%d\n", last);
  return a[0];
}
