// The task with the last iteration of a taskloop assigns the variable.
// expect: race b
#include <stdio.h>

static int a, b;
static int *original_a = &a, *original_b = &b;

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
#pragma omp single
  {
#pragma omp taskloop lastprivate(a) grainsize(2)
    for (int i = 0; i < 4; i++)
      {
        a = i;
        if (i >= 2)
          look (original_a);
      }
#pragma omp taskloop lastprivate(b) grainsize(2)
    for (int i = 0; i < 4; i++)
      {
        b = i;
        if (i < 2)
          look (original_b);
      }
  }
  printf ("%d %d\n", a, b);
  return 0;
}
