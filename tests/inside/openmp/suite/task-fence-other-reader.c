// As task-release-other-reader.c, by a fence and a relaxed store.
// expect: race a
#include <stdatomic.h>
#include <stdio.h>

long a;
atomic_int flag;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      volatile long seen = a;
      (void) seen;
      atomic_thread_fence (memory_order_seq_cst);
      atomic_store_explicit (&flag, 1, memory_order_relaxed);
    }
#pragma omp task
    {
      volatile long seen = a;
      (void) seen;
    }
#pragma omp task
    {
      while (!atomic_load_explicit (&flag, memory_order_relaxed))
        ;
      atomic_thread_fence (memory_order_seq_cst);
      a = 1;
    }
  }
  printf ("%ld\n", a);
  return 0;
}
