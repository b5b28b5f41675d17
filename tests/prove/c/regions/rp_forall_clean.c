// expect: 15 proved
#include <raceproof/task.h>
struct job { double *a, *b; };
static void
work (long i, void *p)
{
  struct job *job = p;
  job->a[i] = job->b[i + 1];
}
void
f (long n, double *a, double *b)
{
  struct job job = { a, b };
  /* it is handed over by its address */
  rp_forall (0, n, work, &job);
}
