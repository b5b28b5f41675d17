// Test and update of the maximum are in one critical section.
// expect: clean
int best;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    {
#pragma omp critical
      if (i * 7 % 32 > best)
        best = i * 7 % 32;
    }
  return best != 31;
}
