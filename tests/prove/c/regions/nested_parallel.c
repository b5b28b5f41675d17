// Two threads of the outer team each have a team of their own on the same row.
// expect: 5 race a 9
void f (int n, double *a)
{
#pragma omp parallel
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
}
