// expect: 12 race a 7
#include <raceproof/task.h>
static void
work (long i, void *p)
{
  double *a = p;
  a[i] = a[i + 1];

}
void f (long n, double *a)
{
  rp_forall (0, n, work, a);
}
