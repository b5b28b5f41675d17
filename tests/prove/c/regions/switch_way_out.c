// A return, or continue, in one case says nothing of the next one.
// expect: 15 race a 17
// expect: 22 undecided
// expect: 46 undecided
void f (int n, int m, int k, int *a)
{
  switch (k)
    {
    case 0:
      a[0] = 1;
      if (m < n)
        return;
      break;
    case 1:
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i + m] = a[i];
    }
}
void g (int n, int *a, int *b)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (b[i])
      {
      case 0:
        b[i] = 1;
        if (i > 0)
          continue;
        break;
      case 1:
        a[0] = i;
      }
}
void h (int n, int m, int k, int *a)
{
  switch (k)
    {
    case 0:
      if (m < n)
        {
          return;
        case 1:
          a[0] = 1;
        }
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i + m] = a[i];
    }
}
