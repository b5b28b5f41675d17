// One pointer is made from the other.
// expect: 7 race a 9
void f (int n, double *a)
{
  double *b = a + 1;

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
