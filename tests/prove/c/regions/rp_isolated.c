// expect: 11 proved
#include <raceproof/task.h>
static int sum;
static void
add (void *p)
{
  rp_isolated sum += *(int *) p;
}
void f (int n, int *a)
{
  rp_finish
    for (int i = 0; i < n; i++)
      rp_async (add, &a[i]);
}
