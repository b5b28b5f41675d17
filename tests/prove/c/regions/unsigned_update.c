// In k /= 2u and k % 3u the signed number becomes an unsigned one first.
// expect: 6 undecided
// expect: 14 undecided
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = -i;
      k /= 2u;
      if (k > 1000)
        a[0] = i;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if ((i - 2) % 3u == 2)
      a[0] = i;
}
