// One thread executes a simd loop, and assigns the variable behind all of its iterations. Of a composite construct the
// threads, or the teams, have parts.
// expect: race c
#include <stdio.h>

static int a, b, c, d;
static int *original_a = &a, *original_b = &b, *original_c = &c, *original_d = &d;

/* Reads the variable itself, where the construct has copies. */
__attribute__ ((noinline)) static void
look (const int *original)
{
  __asm__ volatile ("" : : "r" (*original) : "memory");
}

int
main (void)
{
#pragma omp simd lastprivate(a)
  for (int i = 0; i < 4; i++)
    {
      a = i;
      look (original_a);
    }
#pragma omp parallel num_threads(2)
  {
#pragma omp for simd lastprivate(b)
    for (int i = 0; i < 4; i++)
      {
        b = i;
        if (i == 3)
          look (original_b);
      }
#pragma omp for simd lastprivate(c)
    for (int i = 0; i < 4; i++)
      {
        c = i;
        if (i == 0)
          look (original_c);
      }
  }
#pragma omp teams num_teams(2)
#pragma omp distribute simd lastprivate(d)
  for (int i = 0; i < 4; i++)
    {
      d = i;
      if (i == 3)
        look (original_d);
    }
  printf ("%d %d %d %d\n", a, b, c, d);
  return 0;
}
