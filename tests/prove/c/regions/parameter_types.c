// No input has such a value: the types do not hold it.
// expect: 6 proved
enum colour { RED, BLUE };
void f (int n, unsigned char c, _Bool b, int m, unsigned u, enum colour e, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (c > 300 || b > 1 || m == 3000000000 || u + 0L < 0 || (long) e < 0)
      a[0] = i;
}
