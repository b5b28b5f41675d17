// Ordered regions of a loop run in the order of the iterations, one after the other.
// expect: clean
int total;

int
main (void)
{
#pragma omp parallel for ordered
  for (int i = 0; i < 20; i++)
    {
#pragma omp ordered
      total = total * 2 % 1000 + i;
    }
  return total == 0;
}
