// expect: 9 race m 5
typedef int row[100];
static void put (row m, int i)
{
  m[i] = m[i + 1];
}
void f (int n, row m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    put (m, i);
}
