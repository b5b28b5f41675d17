// Who holds a critical section or a lock waits in it for an undeferred task, so the section protects what that task does.
// expect: 9 proved
// expect: 23 proved
// expect: 38 race m 44 48
#include <omp.h>
int k, m;
void undeferred (void)
{
#pragma omp parallel
#pragma omp critical
  {
    k++;
#pragma omp task if (0)
    {
      k++;
#pragma omp task if (0)
      k++;
    }
  }
}
void locked (omp_lock_t *l)
{
#pragma omp parallel
  {
    omp_set_lock (l);
#pragma omp task if (0)
    m++;
    omp_unset_lock (l);
#pragma omp critical
    {
#pragma omp task if (0)
      k++;
    }
  }
}
void other_section (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i % 2)
#pragma omp critical (odd)
      {
#pragma omp task if (0)
        m++;
      }
    else
#pragma omp critical (even)
      m++;
}
