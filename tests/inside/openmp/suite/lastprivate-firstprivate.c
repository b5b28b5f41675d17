// A variable that is firstprivate, too, gets its value after all threads have read it.
// expect: clean
// prints: 3
#include <stdio.h>

static int last = 7;
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
#pragma omp for firstprivate(last) lastprivate(last) nowait
    for (int i = 0; i < 4; i++)
      {
        last = i > 0 || last == 7 ? i : -1;
        if (i == 3)
          look (original);
      }
  }
  printf ("%d\n", last);
  return 0;
}
