// A finish between writing and reading.
// expect: 10 proved
// expect: 13 proved
#include <raceproof/task.h>
static void put (void *p) { *(double *) p = 1; }
static void get (void *p) { ((double *) p)[1] = ((double *) p)[0]; }
void
f (int n, double *a)
{
  rp_finish
    for (int i = 0; i < n; i++)
      rp_async (put, &a[2 * i]);
  rp_finish
    for (int i = 0; i < n; i++)
      rp_async (get, &a[2 * i]);
}
