// linear (list : step)
// expect: 7 proved
// expect: 17 race y 21
void f (int n, int *a)
{
  int x = 0;
#pragma omp parallel for linear(x : 2)
  for (int i = 0; i < n; i++)
    {
      a[i] = x;
      x += 2;
    }
}
int g (int n, int *a)
{
  int x = 0, y = 0;
#pragma omp parallel for linear(x : 2)
  for (int i = 0; i < n; i++)
    {
      a[i] = x;
      y = i;
      x += 2;
    }
  return y;
}
