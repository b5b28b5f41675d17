// Both kinds of tasks in one finish.
// expect: 8 race a 5 6
#include <raceproof/task.h>

static void put (void *p) { *(double *) p = 1; }
static void get (void *p) { ((double *) p)[1] = ((double *) p)[0]; }
void f (double *a)
{ rp_finish
    {
      rp_async (put, a);
      rp_async (get, a);
    }
}
