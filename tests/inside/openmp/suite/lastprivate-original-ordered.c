// What comes before the last iteration comes before the assignment behind it: ordered regions of earlier iterations, and
// iterations that the last one waits for.
// expect: clean
// prints: 3 3
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
#pragma omp for lastprivate(a) ordered
    for (int i = 0; i < 4; i++)
      {
        a = i;
#pragma omp ordered
        look (original_a);
      }
#pragma omp for lastprivate(b) ordered(1)
    for (int i = 0; i < 4; i++)
      {
        b = i;
#pragma omp ordered depend(sink : i - 1)
        look (original_b);
#pragma omp ordered depend(source)
      }
  }
  printf ("%d %d\n", a, b);
  return 0;
}
