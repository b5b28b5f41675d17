// Which element is written is not affine: any two iterations may hit the same.
// expect: 5 undecided
void f (int n, int *histogram, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    histogram[a[i]]++;
}
