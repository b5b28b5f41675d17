// master has no barrier at its end.
// expect: 5 race a 8 11
void f (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp master
    a[0] = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[0];
  }
}
