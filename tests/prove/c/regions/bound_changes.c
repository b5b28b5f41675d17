// The bound has another value each time that it is compared with.
// expect: 5 undecided
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int m = 1;
      for (int j = 0; j < m++; j++)
        {
          if (j == 5)
            a[0] = i;
          if (j == 9)
            break;
        }
    }
}
