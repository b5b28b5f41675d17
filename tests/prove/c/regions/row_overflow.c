// The subscript leaves the row and reaches the one before, which belongs to another iteration.
// expect: 6 undecided
double a[100][100];
void f (void)
{
#pragma omp parallel for
  for (int i = 1; i < 100; i++)
    for (int j = 0; j < 100; j++)
      a[i][j] = a[i][j - 1];
}
