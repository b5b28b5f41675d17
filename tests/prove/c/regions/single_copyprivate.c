// expect: 6 proved
#include <omp.h>
void f (int *a, int *b)
{
  int v;
#pragma omp parallel private(v)
  {
#pragma omp single copyprivate(v)
    v = a[0];
    b[omp_get_thread_num ()] = v;
  }
}
