// The inner loop goes down: what comes after the section is not ordered with a later iteration.
// expect: 5 undecided
void f (int n, int a[100][100], int b[100][100])
{
#pragma omp parallel for collapse(2) ordered
  for (int i = 0; i < n; i++)
    for (int j = 99; j >= 0; j--)
      {
        a[i][j] = 1;
#pragma omp ordered
        {
          if (j < 99)
            b[i][j] = 0;
        }
        if (j > 0)
          b[i][j] = a[i][j - 1];
      }
}
