// g (0) and g (1) are both 1; h (1) reads what h (2) writes.
// expect: 20 undecided
// expect: 23 race s 14 15
static int s[4];
static int g (int i)
{
  if (i == 0)
    return 1;
  return i;
}
static int h (int i)
{
  if (i == 1)
    return s[0];
  s[0] = i;
  return 0;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[g (i)] = i;
#pragma omp parallel for
  for (int i = 1; i < 3; i++)
    a[i] = h (i);
}
