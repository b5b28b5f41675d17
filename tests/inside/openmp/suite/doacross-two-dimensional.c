// A wavefront: (i, j) waits for its neighbours above and to the left.
// expect: clean
int m[8][8];

int
main (void)
{
  m[0][0] = 1;
#pragma omp parallel for ordered(2)
  for (int i = 1; i < 8; i++)
    for (int j = 1; j < 8; j++)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        m[i][j] = m[i - 1][j] + m[i][j - 1] + 1;
#pragma omp ordered depend(source)
      }
  return m[1][1] != 1;
}
