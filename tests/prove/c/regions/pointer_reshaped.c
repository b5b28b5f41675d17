// Rows of another length.
// expect: 8 undecided
// expect: 21 undecided
int m[10][4];
void f (void)
{
  int (*p)[5] = (int (*)[5]) m;
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    {
      p[i][0] = 1;
      m[i][1] = 2;
    }
}
void g (int n, int k[n][n])
{
  void *v = k;
  {
    int n = 3;
    int (*p)[n] = v;
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
      {
        p[i][0] = 1;
        k[i][1] = 2;
      }
  }
}
