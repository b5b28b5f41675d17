// Everybody writes, advances, and reads the neighbour's.
// expect: 20 proved
#include <raceproof/task.h>
double a[100], b[100];
struct cell { int i, steps; };
static void
cell (void *p)
{
  struct cell *c = p;
  int i = c->i, steps = c->steps;
  for (int s = 0; s < steps; s++)
    {
      a[i] = b[i + 1];
      rp_advance ();
      b[i] = a[i + 1];
      rp_advance ();
    }
}
void f (int n, int steps)
{ rp_clocked_finish
    for (int i = 0; i < n; i++)
      {
        struct cell c;
        c.i = i;
        c.steps = steps;
        rp_clocked_async_copy (cell, &c, sizeof c);
      }
}
