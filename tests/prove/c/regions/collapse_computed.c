// How many loops are collapsed is not a plain number.
// expect: 5 undecided
void f (int n, int *a)
{
#pragma omp parallel for collapse(2 - 1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i]++;
}
