// expect: 4 proved
void f (int n, int k, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      if (i == k)
        continue;
      a[i] = a[k];
    }
}
