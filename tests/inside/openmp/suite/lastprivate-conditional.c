// With `conditional` the variable is assigned at the end of the construct, by whatever thread: other iterations that read it
// may come at the same time.
// expect: race last
#include <stdio.h>

static int last;
static int *original = &last;

/* Reads the variable itself, where the construct has copies. */
__attribute__ ((noinline)) static void
look (const int *original)
{
  __asm__ volatile ("" : : "r" (*original) : "memory");
}

int
main (void)
{
#pragma omp parallel for num_threads(2) lastprivate(conditional : last)
  for (int i = 0; i < 4; i++)
    {
      if (i < 3)
        last = i;
      if (i == 0)
        look (original);
    }
  printf ("%d\n", last);
  return 0;
}
