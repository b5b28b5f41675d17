// expect: 4 race a 6
void f (int n, double *a)
{
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < n; i++)
    a[i / 3] = a[i / 3] + 1;
}
