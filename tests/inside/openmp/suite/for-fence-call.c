// As atomic-fence-section-call.c, with iterations of a loop.
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
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
  for (int i = 0; i < 2; i++)
    if (i == 0)
      {
        data = 1;
        __sync_synchronize ();
        atomic_store_explicit (&flag, 1, memory_order_relaxed);
      }
    else
      {
        while (!atomic_load_explicit (&flag, memory_order_relaxed))
          ;
        __sync_synchronize ();
        out = data;
      }
  printf ("%d\n", out);
  return 0;
}
