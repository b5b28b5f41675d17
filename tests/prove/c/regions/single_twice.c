// Two single constructs without a barrier may run in two threads.
// expect: 5 race a 8 10
void f (int *a)
{
#pragma omp parallel
  {
#pragma omp single nowait
    a[0] = 1;
#pragma omp single
    a[0] = 2;
  }
}
