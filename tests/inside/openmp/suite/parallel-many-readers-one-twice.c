// Twelve threads take turns by a counter that orders nothing. One reads twice, with others between; the writer waits for
// some of the readers, not for those between.
// expect: race a
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

long a, sink[16];
atomic_int turn, first_done[5], twice_done, late_done;

static void
await (int number)
{
  while (atomic_load_explicit (&turn, memory_order_relaxed) < number)
    ;
}

static void
pass (int number)
{
  atomic_store_explicit (&turn, number, memory_order_relaxed);
}

static void
tell (atomic_int *flag)
{
  atomic_store_explicit (flag, 1, memory_order_release);
}

static void
hear (atomic_int *flag)
{
  while (!atomic_load_explicit (flag, memory_order_acquire))
    ;
}

int
main (void)
{
#pragma omp parallel num_threads(12)
  {
    int me = omp_get_thread_num ();
    volatile long seen = 0;
    if (me < 10)
      {
        await (me);
        seen += a;
        if (me < 5)
          tell (&first_done[me]);
        pass (me + 1);
        if (me == 5)
          {
            await (10);
            seen += a;
            tell (&twice_done);
            pass (11);
          }
      }
    else if (me == 10)
      {
        await (11);
        for (int i = 0; i < 5; i++)
          hear (&first_done[i]);
        seen += a;
        tell (&late_done);
        pass (12);
      }
    else
      {
        await (12);
        hear (&twice_done);
        hear (&late_done);
        a = 1;
        pass (13);
      }
    await (13);
    sink[me] = seen;
  }
  printf ("%ld %ld\n", a, sink[0]);
  return 0;
}
