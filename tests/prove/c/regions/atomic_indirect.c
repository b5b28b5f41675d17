// A histogram: the element is not affine, but every update is atomic.
// expect: 5 proved
void f (int n, int *histogram, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp atomic
    histogram[a[i]]++;
}
