// Iterations that are safelen or more apart follow each other.
// expect: 7 proved
// expect: 14 race a 16
// expect: 21 proved
void far (int n, double *a)
{
#pragma omp simd safelen(4)
  for (int i = 4; i < n; i++)
    a[i] = a[i - 4] + 1;
}

void near (int n, double *a)
{
#pragma omp simd safelen(5)
  for (int i = 4; i < n; i++)
    a[i] = a[i - 4] + 1;
}

void down (int n, double *a)
{
#pragma omp simd safelen(2)
  for (int i = n; i > 0; i -= 3)
    a[i] = a[i + 6] + 1;
}
