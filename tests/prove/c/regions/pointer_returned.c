// expect: 11 undecided
// expect: 18 undecided
int *elsewhere (int *a);
static int *same (int *a)
{
  return a;
}
void f (int n, int *a)
{
  int *p = same (a);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
void g (int n, int *a)
{
  int *p = elsewhere (a);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = a[i + 1];
}
