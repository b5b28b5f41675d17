// The instruction of another function changes k.
// expect: 10 race a 13 14
static int k = 1;
void g (void)
{
  __asm__ ("" : "=m"(k));
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
