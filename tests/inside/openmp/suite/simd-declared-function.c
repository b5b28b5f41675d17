// A function declared simd reads and writes through its arguments only.
// expect: clean
#pragma omp declare simd
static int
twice (int x)
{
  return 2 * x;
}

int a[50];

int
main (void)
{
#pragma omp parallel for simd
  for (int i = 0; i < 50; i++)
    a[i] = twice (i);
  return a[49] != 98;
}
