// collapse(2): every pair (i, j) is an iteration of its own and has its own element.
// expect: clean
int m[6][7];

int
main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      m[i][j] = i * 10 + j;
  return m[5][6] != 56;
}
