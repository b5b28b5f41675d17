// Row i of q is row 2 i of p.
// expect: 8 undecided
// expect: 15 undecided
void f (int n, int p[][4])
{
  void *same = p;
  int (*q)[8] = same;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      p[i][0] = 1;
      q[i][0] = 2;
    }
  int (*r)[8] = (int (*)[8]) p;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      p[i][0] = 1;
      r[i][0] = 2;
    }
}
