// Iterations that the thread of the last one executes before it, by the schedule clause, come before the assignment, too.
// expect: clean
// expect-any: race a
// expect-any: race b
// expect-any: race c
// prints: 3 3 3
#include <stdio.h>

static int a, b, c;
static int *original_a = &a, *original_b = &b, *original_c = &c;

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
#pragma omp for lastprivate(a) schedule(static)
    for (int i = 0; i < 4; i++)
      {
        a = i;
        if (i == 2)
          look (original_a);
      }
#pragma omp for lastprivate(b) schedule(static, 1)
    for (int i = 0; i < 4; i++)
      {
        b = i;
        if (i == 1)
          look (original_b);
      }
#pragma omp for lastprivate(c) schedule(dynamic, 2)
    for (int i = 0; i < 4; i++)
      {
        c = i;
        if (i == 2)
          look (original_c);
      }
  }
  printf ("%d %d %d\n", a, b, c);
  return 0;
}
