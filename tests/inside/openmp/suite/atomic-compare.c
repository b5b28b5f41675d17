// atomic compare keeps the maximum.
// expect: clean
// compilers: gcc
int best;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 25; i++)
    {
      int value = i * 11 % 25;
#pragma omp atomic compare
      if (best < value)
        {
          best = value;
        }
    }
  return best != 24;
}
