// As atomic-fence-section-call.c, by a release fence and an acquire fence.
// expect: clean
// also: undecided
// prints: 1
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
      atomic_thread_fence (memory_order_release);
      atomic_store_explicit (&flag, 1, memory_order_relaxed);
    }
#pragma omp section
    {
      while (!atomic_load_explicit (&flag, memory_order_relaxed))
        ;
      atomic_thread_fence (memory_order_acquire);
      out = data;
    }
  }
  printf ("%d\n", out);
  return 0;
}
