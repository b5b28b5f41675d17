// The team that executes the last iteration of a distribute loop assigns the variable. It is no global one where
// clang 14 would assign it before it has a value.
// expect: race b
#include <stdio.h>

static int a, b;
static int *original_a = &a, *original_b = &b, *original_c;

/* Reads the variable itself, where the construct has copies. */
__attribute__ ((noinline)) static void
look (const int *original)
{
  __asm__ volatile ("" : : "r" (*original) : "memory");
}

int
main (void)
{
  int c = 0;
  original_c = &c;
#pragma omp teams num_teams(2)
  {
#pragma omp distribute lastprivate(a)
    for (int i = 0; i < 4; i++)
      {
        a = i;
        if (i == 3)
          look (original_a);
      }
#pragma omp distribute lastprivate(b)
    for (int i = 0; i < 4; i++)
      {
        b = i;
        if (i == 0)
          look (original_b);
      }
#pragma omp distribute parallel for num_threads(2) lastprivate(c)
    for (int i = 0; i < 4; i++)
      {
        c = i;
        if (i == 3)
          look (original_c);
      }
  }
  printf ("%d %d %d\n", a, b, c);
  return 0;
}
