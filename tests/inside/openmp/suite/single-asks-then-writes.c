// The thread of a single reads in it, asks for its number, and writes after it; another thread reads meanwhile.
// expect: race a
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

long a;
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
#pragma omp parallel num_threads(3)
  {
    volatile long seen = 0;
    int me = 0;
#pragma omp single nowait
    {
      seen += a;
      me = 1 + omp_get_thread_num ();
      atomic_store_explicit (&turn, 1, memory_order_relaxed);
    }
    if (me)
      {
        await (2);
        a = 1;
      }
    else
      {
        await (1);
        seen += a;
        atomic_store_explicit (&turn, 2, memory_order_relaxed);
      }
  }
  printf ("%ld\n", a);
  return 0;
}
