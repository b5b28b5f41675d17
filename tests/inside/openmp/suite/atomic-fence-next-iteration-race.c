// One iteration reads a flag, without order; the fence of the next iteration of the same thread acquires nothing by that.
// expect: race data
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
      {
        if (i == 0)
          sinks[i] = atomic_load_explicit (&flag, memory_order_relaxed);
        if (i == 1)
          {
            atomic_thread_fence (memory_order_acquire);
            sinks[i] = data;
          }
      }
  }
  printf ("%d\n", data);
  return 0;
}
