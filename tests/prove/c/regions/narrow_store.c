// Iterations 0 and 256 write the same element.
// expect: 5 undecided
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      unsigned char k = i;
      a[k] = i;
    }
}
