// Behind the first region k is 2, if the clause is evaluated once.
// expect: 7 undecided
// expect: 11 undecided
void f (int n, int *a)
{
  int k = 1;
#pragma omp parallel num_threads(k++)
  {
    a[n] = 1;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
