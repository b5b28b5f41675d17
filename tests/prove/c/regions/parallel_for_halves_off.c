// One too many iterations for that.
// expect: 6 race a 8
void f (int n, double *a)
{
  int half = n / 2;
#pragma omp parallel for
  for (int i = 0; i <= half; i++)
    a[i] = a[i + half];
}
