// The instruction may change k.
// expect: 7 undecided
void f (int n, int *a)
{
  int k = 1;
  __asm__ ("" : "+r"(k));
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
}
