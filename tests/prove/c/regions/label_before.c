// The region of a label: it is not left out.
// expect: 6 undecided
void f (int n, int *a)
{
again:
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[0] = i;
  if (n-- > 10)
    goto again;
}
