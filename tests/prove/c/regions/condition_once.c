// The condition is evaluated once: k is i + 1, which is the i + 2 of the iteration before.
// expect: 5 undecided
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = i;
      if (a[n + k++] > 3)
        continue;
      a[k] = 1;
      a[i + 2] = 2;
    }
}
