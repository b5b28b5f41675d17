// The lower half is written, the upper half read: n / 2 rounds to zero.
// expect: 6 proved
void f (int n, double *a)
{
  int half = n / 2;
#pragma omp parallel for
  for (int i = 0; i < half; i++)
    a[i] = a[i + half];
}
