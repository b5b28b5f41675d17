// Only the outer loop is shared out: the inner one adds up its row alone.
// expect: clean
int row[6];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      row[i] += j;
  return row[5] != 21;
}
