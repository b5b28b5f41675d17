// A taskloop over two collapsed loops, each pair with its own element.
// expect: clean
int m[5][6];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop collapse(2)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 6; j++)
        m[i][j] = i + j;
  }
  return m[4][5] != 9;
}
