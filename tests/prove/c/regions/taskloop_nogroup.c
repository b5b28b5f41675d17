// expect: 4 race a 9 10
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < n; i++)
      a[i] = i;
    a[0] = 7;
  }
}
