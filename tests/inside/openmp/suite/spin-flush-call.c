// A thread waits for a plain flag that it has set itself; the flush is in a function of its own. The flag is
// loaded again behind it, as flush demands [OpenMP 5.2, 15.8.5].
// expect: race flag
// seconds: 10
// prints: done
#include <omp.h>
#include <stdio.h>

static int flag;

static void __attribute__ ((noinline))
look (void)
{
#pragma omp flush
}

int
main (void)
{
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num () == 0)
    {
      flag = 1;
      while (flag == 1)
        look ();
    }
  else if (omp_get_thread_num () == 1)
    {
      while (flag == 0)
        look ();
      flag = 2;
    }
  printf ("done\n");
  return 0;
}
