// Another thread may execute the other iterations: what they read is assigned at the same time.
// expect: race a
// expect: race b
// expect: race c
// expect: race d
// expect: race e
// expect: race f
#include <stdio.h>

static int a, b, c, d, e, f;
static int *original_a = &a, *original_b = &b, *original_c = &c, *original_d = &d, *original_e = &e, *original_f = &f;

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
    for (int i = 0; i < 4; i++)
      {
        a = i;
        if (i == 0)
          look (original_a);
      }
#pragma omp for lastprivate(b) schedule(dynamic)
    for (int i = 0; i < 4; i++)
      {
        b = i;
        if (i == 2)
          look (original_b);
      }
#pragma omp for lastprivate(c) schedule(guided)
    for (int i = 0; i < 4; i++)
      {
        c = i;
        if (i == 0)
          look (original_c);
      }
#pragma omp for lastprivate(d) schedule(static)
    for (int i = 0; i < 4; i++)
      {
        d = i;
        if (i == 1)
          look (original_d);
      }
#pragma omp for lastprivate(e) ordered
    for (int i = 0; i < 4; i++)
      {
        e = i;
        if (i == 2)
          look (original_e);
      }
#pragma omp for lastprivate(f) schedule(static, 1)
    for (int i = 0; i < 4; i++)
      {
        f = i;
        if (i == 2)
          look (original_f);
      }
  }
  printf ("%d %d %d %d %d %d\n", a, b, c, d, e, f);
  return 0;
}
