// Memory behind a void pointer has elements of one type at most.
// expect: 8 undecided
// expect: 15 proved
void f (int n, void *v)
{
  int *a = v;
  double *b = v;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = (int) b[i];
}
void g (int n, void *v)
{
  int *a = v;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
}
