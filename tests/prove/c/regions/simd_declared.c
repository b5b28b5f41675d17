// A function that is called in lanes.
// expect: 17 race count 11
// expect: 24 proved
int count;
#pragma omp declare simd
static double counted (double x)
{
  /* one for all lanes */


  count++;
  return x;
}
static double plain (double x) { double y = x; return y * y; }
void f (int n, double *a)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = counted (a[i]);
}

void g (int n, double *a)
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = plain (a[i]);
}
