// The last iteration of a nest is the last of all its loops; a linear variable is assigned behind it, too.
// expect: race b
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
#pragma omp for lastprivate(a) collapse(2)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        {
          a = 2 * i + j;
          if (i == 1 && j == 1)
            look (original_a);
        }
#pragma omp for lastprivate(b) collapse(2)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        {
          b = 2 * i + j;
          if (i == 1 && j == 0)
            look (original_b);
        }
#pragma omp for linear(c)
    for (int i = 0; i < 4; i++)
      {
        c++;
        if (i == 3)
          look (original_c);
      }
  }
  printf ("%d %d %d\n", a, b, c);
  return 0;
}
