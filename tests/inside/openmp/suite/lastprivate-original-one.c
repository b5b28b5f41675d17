// The only iteration is the last one.
// expect: clean
// prints: 0 0
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
#pragma omp for lastprivate(a)
    for (int i = 0; i < 1; i++)
      {
        a = i;
        if (i == 0)
          look (original_a);
      }
#pragma omp for lastprivate(b) ordered(1)
    for (int i = 0; i < 1; i++)
      {
        b = i;
        if (i == 0)
          look (original_b);
      }
  }
  printf ("%d %d\n", a, b);
  return 0;
}
