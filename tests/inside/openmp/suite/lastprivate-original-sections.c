// The thread that executes the last section assigns the variable afterwards; other sections may run at the same time.
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
  {
#pragma omp sections lastprivate(a)
    {
#pragma omp section
      {
        a = 0;
      }
#pragma omp section
      {
        a = 1;
      }
#pragma omp section
      {
        a = 2;
        look (original_a);
      }
    }
#pragma omp sections lastprivate(b)
    {
#pragma omp section
      {
        b = 0;
        look (original_b);
      }
#pragma omp section
      {
        b = 1;
      }
#pragma omp section
      {
        b = 2;
      }
    }
  }
  printf ("%d %d\n", a, b);
  return 0;
}
