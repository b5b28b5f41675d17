// What a region changes through a pointer is not what it was before.
// expect: 13 proved
// expect: 16 undecided
// expect: 25 proved
// expect: 28 undecided
#include <string.h>

void f (int n, int *a)
{
  int *q = &n;
  if (n < 10)
    return;
#pragma omp parallel
#pragma omp single
  *q = 1;
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    a[i + n] = a[i];
}
struct limits { int n; };
void g (struct limits *p, int *a)
{
  if (p->n < 10)
    return;
#pragma omp parallel
#pragma omp single
  memset (p, 0, sizeof *p);
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    a[i + p->n + 1] = a[i];
}
