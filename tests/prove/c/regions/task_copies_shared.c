// The creation of the second task reads what the first one writes.
// expect: 5 race x 10 11
void f (int *a)
{
#pragma omp parallel
#pragma omp single
  {
    int x = 0;
#pragma omp task shared(x)
    x = 1;
#pragma omp task
    a[0] = x;
#pragma omp taskwait
  }
}
