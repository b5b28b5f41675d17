// A blocked sweep: block (i, j) depends on the blocks above and to the left.
// expect: clean
int m[5][5];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < 5; i++)
    for (int j = 1; j < 5; j++)
      {
#pragma omp task depend(in : m[i - 1][j], m[i][j - 1]) depend(out : m[i][j])
        m[i][j] = m[i - 1][j] + m[i][j - 1] + 1;
      }
  return m[1][1] != 1 || m[2][2] != 5;
}
