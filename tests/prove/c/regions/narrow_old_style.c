// Without a prototype the argument is converted by the function itself.
// expect: 10 undecided
static int g (k)
  unsigned char k;
{
  return k;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[g (i)] = i;
}
