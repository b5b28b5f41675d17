// A long double has no atomic instruction: the updates exclude each other all the same.
// expect: clean
// compilers: gcc
long double sum;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    {
#pragma omp atomic
      sum += 0.5L;
    }
  return sum != 8.0L;
}
