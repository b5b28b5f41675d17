// The operand of typeof is not evaluated.
// expect: 6 proved
void f (int n, int *a)
{
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      __typeof__ (x++) y = i;
      a[i] = y;
    }
  a[0] = x;
}
