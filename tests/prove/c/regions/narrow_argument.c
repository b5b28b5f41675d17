// The argument is cut to 16 bits, the result to 8: 0 and 65536, 0 and 256 meet.
// expect: 15 undecided
// expect: 18 undecided
static void g (int *a, short k)
{
  if (k == 5)
    a[0] = k;
}
static unsigned char h (int k)
{
  return k;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g (a, i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[h (i)] = i;
}
