// A loop that is executed once, as macros have it.
// expect: 6 proved
// expect: 11 race a 14
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    do
      a[i] = i;
    while (0);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    do
      a[0] = i;
    while (0);
}
