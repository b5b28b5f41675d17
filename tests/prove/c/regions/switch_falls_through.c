// k is 0 in all iterations that come to the second label directly.
// expect: 6 undecided
// expect: 19 undecided
void f (int n, int *a, const int *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = 0;
      switch (c[i])
        {
        case 0:
          k = i;
          __attribute__ ((fallthrough));
        case 1:
          a[k] = i;
        }
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int j = 0;
      switch (c[i])
        {
          for (j = i; j < i + 1; j++)
            {
            case 1:
              a[j] = i;
            }
        }
    }
}
