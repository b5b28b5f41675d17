// Every access to the counter in the region is an atomic update.
// expect: clean
int total;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    {
#pragma omp atomic
      total += i;
    }
  return total != 50 * 49 / 2;
}
