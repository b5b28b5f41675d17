// Mutexes of C11 exclude each other, also where their holder lets others run; one is recursive.
// expect: clean
// also: undecided
// prints: 80 1
#include <stdio.h>
#include <threads.h>

static mtx_t plain, nested;
static int x, y;

int
main (void)
{
  int busy;
  mtx_init (&plain, mtx_plain);
  mtx_init (&nested, mtx_plain | mtx_recursive);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 10; i++)
    {
      mtx_lock (&plain);
      x++;
      thrd_yield ();
      mtx_unlock (&plain);
      mtx_lock (&nested);
      mtx_lock (&nested);
      y++;
      mtx_unlock (&nested);
      mtx_unlock (&nested);
    }
  mtx_lock (&plain);
  busy = mtx_trylock (&plain) == thrd_busy;
  printf ("%d %d\n", x + y, busy);
  return 0;
}
