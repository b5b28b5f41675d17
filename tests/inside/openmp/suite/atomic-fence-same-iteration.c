// The iteration that reads the flag has the fence as well, and reads the data only if the flag is set.
// expect: clean
// also: undecided
#include <stdatomic.h>
#include <stdio.h>

static int data, sinks[8];
static atomic_int flag;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
      data = 1;
      atomic_store_explicit (&flag, 1, memory_order_release);
    }
#pragma omp for
    for (int i = 0; i < 8; i++)
      if (i == 1 && atomic_load_explicit (&flag, memory_order_relaxed))
        {
          atomic_thread_fence (memory_order_acquire);
          sinks[i] = data;
        }
  }
  printf ("%d\n", data);
  return 0;
}
