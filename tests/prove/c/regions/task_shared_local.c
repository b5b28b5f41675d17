// The task and its creator share a local variable.
// expect: 5 race x 10 11
void f (int *a)
{
#pragma omp parallel
#pragma omp single
  {
    int x = 0;
#pragma omp task shared(x)
    x = 1;
    a[0] = x;
  }
}
