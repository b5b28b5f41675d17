// Each thread adds into its own copy; the copies are combined at the end of the loop.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  return sum != 4950;
}
