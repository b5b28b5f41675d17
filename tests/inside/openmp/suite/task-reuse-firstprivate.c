// Many small tasks one after the other: their data blocks are reused, which is no conflict.
// expect: clean
int total;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++)
    {
      int block[8];
      for (int i = 0; i < 8; i++)
        block[i] = round + i;
#pragma omp task firstprivate(block)
      {
        int sum = 0;
        for (int i = 0; i < 8; i++)
          sum += block[i];
        block[0] = sum;
#pragma omp atomic
        total += block[0];
      }
    }
  return total != 20 * 28 + 8 * 190;
}
