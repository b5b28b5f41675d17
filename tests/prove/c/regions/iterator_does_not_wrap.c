// The same loops, with bounds that the types hold.
// expect: 8 proved
// expect: 13 proved
// expect: 18 proved
// expect: 23 proved
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned char j = 250; j < 255; j++)
      if (j == 3)
        a[0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned j = 3; j != 10; j++)
      if (j == 1)
        a[0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned j = 6; j > 0; j--)
      if (j > 100)
        a[0] = i;
#pragma omp parallel for
  for (unsigned char i = 0; i < 200; i++)
    a[i] = i;
}
