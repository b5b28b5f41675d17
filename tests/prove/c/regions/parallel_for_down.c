// A loop that counts down.
// expect: 5 proved
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i--)
    a[i] = i;
}
