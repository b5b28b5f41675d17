// A copy of an array, of which another task writes an element.
// expect: 5 undecided
void f (int *a)
{
#pragma omp parallel
#pragma omp single
  {
    int x[3] = { 0 };
#pragma omp task shared(x)
    x[1] = 1;
#pragma omp task
    a[0] = x[1];
#pragma omp taskwait
  }
}
