// What is not represented is named.
// expect: 7 undecided
#include <raceproof/task.h>
static void *get (void *p) { return p; }
void f (int *a)
{
  rp_finish
  {
    rp_future g = rp_future_new (get, a);
    a[0] = 1;
    rp_future_get (g);
  }
}
