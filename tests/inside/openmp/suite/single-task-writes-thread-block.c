// A single reads a block of its thread and creates a task that writes it; another thread, which got the address, reads.
// expect: race heap
#include <stdatomic.h>
#include <stdlib.h>

_Atomic (long *) shared;
atomic_int turn;

static void
await (int number)
{
  while (atomic_load_explicit (&turn, memory_order_relaxed) < number)
    ;
}

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    volatile long seen = 0;
    int has_done = 0;
    long *block = calloc (8, sizeof *block);
#pragma omp single nowait
    {
      seen += block[2];
      has_done = 1;
      atomic_store_explicit (&shared, block, memory_order_relaxed);
#pragma omp task firstprivate(block)
      {
        atomic_store_explicit (&turn, 1, memory_order_relaxed);
        await (3);
        block[2] = 1;
      }
    }
    if (!has_done)
      {
        await (1);
        long *other = atomic_load_explicit (&shared, memory_order_relaxed);
        for (int i = 0; i < 200000; i++)
          (void) atomic_load_explicit (&turn, memory_order_relaxed);
        seen += other[2];
        atomic_store_explicit (&turn, 3, memory_order_relaxed);
      }
  }
  return 0;
}
