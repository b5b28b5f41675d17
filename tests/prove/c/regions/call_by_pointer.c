// What it calls writes g.
// expect: 12 race g 7 18
#include <omp.h>
int g;
static void put (void)
{
  g = 1;
}
void f (int *a)
{
  void (*called) (void) = put;
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    if (t == 0)
      called ();
    else
      a[t] = g;
  }
}
