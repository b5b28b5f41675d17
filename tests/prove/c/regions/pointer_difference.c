// Their difference is that of pointers into one object.
// expect: 6 undecided
void f (int n, int *a, int *b)
{
  long d = b - a;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i + d] = b[i + 1];
}
