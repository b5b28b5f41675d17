// Each iteration walks down its own column, next to those of the others.
// expect: clean
int m[10][10];

int
main (void)
{
#pragma omp parallel for
  for (int j = 0; j < 10; j++)
    for (int i = 1; i < 10; i++)
      m[i][j] = m[i - 1][j] + 1;
  return m[9][9] != 9;
}
