// Numbers that are not negative are the same as unsigned ones.
// expect: 6 proved
// expect: 10 proved
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i < 1u)
      a[0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if ((unsigned) i > 4000000000u)
      a[0] = i;
}
