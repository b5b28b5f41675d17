// A directive that the parser does not know, in a region and alone.
// expect: 6 undecided
// expect: 11 undecided
void f (int n, int *a)
{
#pragma omp parallel
  {
#pragma omp frobnicate all(n)
    a[0] = n;
  }
#pragma omp parallel
  {
#pragma omp scope
    a[0] = n;
  }
}
