// A fence that is called as a function, by its address: __sync_synchronize, and atomic_thread_fence of <stdatomic.h>.
// expect: clean
// also: undecided
// prints: 1 2
// plain: __sync_synchronize is no function of the C library
#include <stdatomic.h>
#include <stdio.h>

extern void synchronize (void) __asm__("__sync_synchronize");

static void (*volatile full_fence) (void) = synchronize;
static void (*volatile fence) (memory_order) = atomic_thread_fence;
static int first, second, out1, out2;
static atomic_int flag1, flag2;

int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      first = 1;
      full_fence ();
      atomic_store_explicit (&flag1, 1, memory_order_relaxed);
      second = 2;
      fence (memory_order_release);
      atomic_store_explicit (&flag2, 1, memory_order_relaxed);
    }
#pragma omp section
    {
      while (!atomic_load_explicit (&flag1, memory_order_relaxed))
        ;
      full_fence ();
      out1 = first;
      while (!atomic_load_explicit (&flag2, memory_order_relaxed))
        ;
      fence (memory_order_acquire);
      out2 = second;
    }
  }
  printf ("%d %d\n", out1, out2);
  return 0;
}
