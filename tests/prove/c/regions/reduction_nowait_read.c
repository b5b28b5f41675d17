// Without the barrier a thread reads the sum while others still add to it.
// expect: 6 race s 8 12
void f (int n, double *a, double *b)
{
  double s = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : s) nowait
    for (int i = 0; i < n; i++)
      s += a[i];
#pragma omp critical
    b[0] += s;
  }
}
