// One section writes and sets a flag, another one waits for the flag; fences order what is around the relaxed accesses to the
// flag. The second section is a part of its loop until it comes to the fence, and keeps what it has read until then.
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
      __sync_synchronize ();
      atomic_store_explicit (&flag, 1, memory_order_relaxed);
    }
#pragma omp section
    {
      while (!atomic_load_explicit (&flag, memory_order_relaxed))
        ;
      __sync_synchronize ();
      out = data;
    }
  }
  printf ("%d\n", out);
  return 0;
}
