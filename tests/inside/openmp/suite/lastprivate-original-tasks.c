// A task of the last iteration comes before the assignment only if the iteration waits for it.
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
#pragma omp for lastprivate(a)
    for (int i = 0; i < 4; i++)
      {
        a = i;
        if (i == 3)
          {
#pragma omp task
            look (original_a);
#pragma omp taskwait
          }
      }
#pragma omp for lastprivate(b)
    for (int i = 0; i < 4; i++)
      {
        b = i;
        if (i == 3)
          {
#pragma omp task
            look (original_b);
          }
      }
  }
  printf ("%d %d\n", a, b);
  return 0;
}
