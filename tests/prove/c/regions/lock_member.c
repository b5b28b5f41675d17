// expect: 7 proved
// expect: 14 race s 18
#include <omp.h>
struct counter { omp_lock_t lock; int x; };
void f (int n, struct counter *s)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      omp_set_lock (&s[i % 4].lock);
      s[i % 4].x++;
      omp_unset_lock (&s[i % 4].lock);
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      omp_set_lock (&s[i].lock);
      s[0].x++;
      omp_unset_lock (&s[i].lock);
    }
}
