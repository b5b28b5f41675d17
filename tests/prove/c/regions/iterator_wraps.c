// j is 250 ... 255, 0, 1, 2 ...; 4294967290 ... 0, 1, 2; 5, 3, 1, 2^32 - 1 ...
// expect: 8 undecided
// expect: 13 undecided
// expect: 18 undecided
// expect: 27 undecided
void f (int n, int m, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned char j = 250; j < m; j++)
      if (j == 3)
        a[0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned j = 4294967290u; j != 3; j++)
      if (j == 1)
        a[0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned j = 5; j > 0; j -= 2)
      {
        if (j > 100)
          a[0] = i;
        if (j == 99)
          break;
      }
#pragma omp parallel for
  for (unsigned char i = 0; i < n; i++)
    a[i] = i;
}
