// Pointers that are subtracted, or compared by size, point to one object.
// expect: 10 undecided
// expect: 18 undecided
// expect: 26 undecided
int a[100];

void subtracted (int n, int *p)
{
  long first = p - a;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = p[i] + (int) first;
}

void compared (int n, int *p, int *q)
{
  if (p < q)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = q[i];
}

void compared_in_loop (int *p, int *end)
{
  for (; p < end; p++)
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
      p[i] = end[-i - 1];
}
