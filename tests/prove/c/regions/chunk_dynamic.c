// Pairs of iterations stay together, and only these touch the same element.
// expect: 5 proved
void f (int n, double *a)
{
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < n; i++)
    a[i / 2] = a[i / 2] + 1;
}
