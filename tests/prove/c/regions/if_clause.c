// Parallel only if n > 100, and then the accesses are apart.
// expect: 5 proved
void f (int n, int *a)
{
#pragma omp parallel for if (n > 100)
  for (int i = 0; i < n; i++)
    if (n <= 100)
      a[0] = i;
    else
      a[i] = i;
}
