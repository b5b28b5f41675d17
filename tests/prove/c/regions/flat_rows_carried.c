// The row above is read.
// expect: 5 race a 9
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    {
      double *row = a + i * n;
      for (int j = 0; j < n; j++) row[j] = a[(i - 1) * n + j];
    }
}
