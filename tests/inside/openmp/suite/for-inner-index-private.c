// private(j) gives each thread its own index of the inner loop.
// expect: clean
int m[8][8], j;

int
main (void)
{
#pragma omp parallel for private(j)
  for (int i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      m[i][j] = i + j;
  return m[7][7] != 14;
}
