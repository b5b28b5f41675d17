// What the function does is not known.
// expect: 6 undecided
void mystery (double *a);
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    mystery (a);
}
