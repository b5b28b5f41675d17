// Iterations write different elements of a variable length array.
// expect: clean
static int
fill (int n)
{
  int a[n], sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int
main (void)
{
  return fill (17) != 136;
}
