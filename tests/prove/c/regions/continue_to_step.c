// k is 0 where the step of the loop comes after a continue.
// expect: 6 undecided
// expect: 18 undecided
void f (int n, int *a, const int *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = 0;
      for (int j = 0; j < c[i]; a[k] = 1, j++)
        {
          k = 0;
          if (c[j])
            continue;
          k = i;
        }
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = 0;
      do
        {
          k = 0;
          if (c[i])
            continue;
          k = i;
        }
      while (a[k]++ < 3);
    }
}
