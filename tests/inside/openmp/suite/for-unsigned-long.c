// A loop with unsigned long long bounds and a large step, each iteration with its own element.
// expect: clean
int a[8];

int
main (void)
{
  unsigned long long step = 1ull << 61;
#pragma omp parallel for schedule(dynamic)
  for (unsigned long long i = 0; i < 7 * step; i += step)
    a[i / step] = 1;
  return a[0] + a[6] != 2;
}
