// simd alone is executed by one thread; with safelen no two iterations closer than four overlap
// wrongly.
// expect: clean
int a[64];

int
main (void)
{
  for (int i = 0; i < 4; i++)
    a[i] = i;
#pragma omp simd safelen(4)
  for (int i = 4; i < 64; i++)
    a[i] = a[i - 4] + 1;
  return a[63] != 18;
}
