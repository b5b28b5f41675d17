// expect: 4 proved
void f (int n, int *histogram, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp atomic
    histogram[0] += a[i];
}
