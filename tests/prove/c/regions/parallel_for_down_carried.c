// expect: 4 race a 6
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = n - 1; i > 0; --i)
    a[i] = a[i - 1];
}
