// Lanes with copies of their own, and sections in order.
// expect: 9 proved
// expect: 14 proved
// expect: 20 proved
// expect: 30 proved
// expect: 40 proved
double f (int n, const double *a)
{
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    ;
  double sum = 0, t;
  int last = 0;
#pragma omp simd reduction(+ : sum) private(t) lastprivate(last)
  for (int i = 0; i < n; i++) { t = a[i]; sum += t; last = i; }
  return sum + last;
}
void two (int n, double a[n][n])
{
#pragma omp simd collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i + j;
}

void in_order (int n, double *a, double *b)
{


#pragma omp simd
  for (int i = 1; i < n; i++)
    {
      a[i] = i;
#pragma omp ordered simd
      b[i] = b[i - 1] + 1;
    }
}
void shifted (int n, double *a)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = a[i + n];
}
