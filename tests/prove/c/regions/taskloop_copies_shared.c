// So does the creation of a taskloop's tasks.
// expect: 5 race x 10 11
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  {
    int x = 0;
#pragma omp task shared(x)
    x = 1;
#pragma omp taskloop
    for (int i = 0; i < n; i++)
      a[i] = x;
  }
}
