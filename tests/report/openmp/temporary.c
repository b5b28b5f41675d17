/* Variables that each iteration writes first, and that it should have for itself. */
static int a[20][20];

int
main (void)
{
  int tmp, i, j;
#pragma omp parallel for
  for (i = 0; i < 20; i++)
    {
      tmp = i * 2;
      for (j = 0; j < 20; j++)
        a[i][j] = tmp + j;
    }
  return 0;
}
