// expect: 5 proved
void f (int n, double *a, double *b)
{
  double s = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += a[i];
#pragma omp critical
    b[0] += s;
  }
}
