// Several reductions on one loop: sum, product, minimum, maximum and bits.
// expect: clean
int
main (void)
{
  int sum = 0, low = 1000, high = -1, bits = 0, all = 1;
#pragma omp parallel for reduction(+ : sum) reduction(min : low) reduction(max : high)             \
  reduction(| : bits) reduction(&& : all)
  for (int i = 0; i < 20; i++)
    {
      sum += i;
      low = i < low ? i : low;
      high = i > high ? i : high;
      bits |= i;
      all = all && i < 20;
    }
  return sum != 190 || low != 0 || high != 19 || bits != 31 || !all;
}
