// As atomic-fence-section-call.c, without the fences: relaxed accesses order nothing.
// expect: race data
#include <stdatomic.h>
#include <stdio.h>

static int data, out;
static atomic_int flag;

int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      data = 1;
      
      atomic_store_explicit (&flag, 1, memory_order_relaxed);
    }
#pragma omp section
    {
      while (!atomic_load_explicit (&flag, memory_order_relaxed))
        ;
      
      out = data;
    }
  }
  printf ("%d\n", out);
  return 0;
}
