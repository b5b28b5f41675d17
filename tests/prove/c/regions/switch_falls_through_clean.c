// Each branch writes an element of its iteration.
// expect: 5 proved
void f (int n, int *a, const int *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (c[i])
      {
      case 0:
        a[i] = 1;
        __attribute__ ((fallthrough));
      case 1:
        a[i]++;
        break;
      default:
        a[i] = 2;
      }
}
