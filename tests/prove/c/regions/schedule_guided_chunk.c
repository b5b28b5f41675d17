// Every thread reads the chunk.
// expect: 6 race x 9 10
void f (int n, int *a)
{
  int x = 1;
#pragma omp parallel
  {
#pragma omp single nowait
    x = 2;
#pragma omp for schedule(guided, x)
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
}
