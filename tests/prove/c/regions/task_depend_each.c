// Each task for an element of its own.
// expect: 5 proved
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
    {
#pragma omp task depend(inout : a[i]) if (n > 3)
      a[i] = 0;
    }
}
