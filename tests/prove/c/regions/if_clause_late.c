// expect: 4 race a 7
void f (int n, int *a)
{
#pragma omp parallel for if (n > 100)
  for (int i = 0; i < n; i++)
    if (n <= 101)
      a[0] = i;
    else
      a[i] = i;
}
