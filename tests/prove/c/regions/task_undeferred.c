// The creator waits for an undeferred task, and so for those that this one depends on.
// expect: 7 proved
// expect: 19 undecided
// expect: 32 race x 36 38
void f (int *x, int *seen)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x[0])
    x[0] = 2;
#pragma omp task if (0) depend(in : x[0])
    seen[0] = x[0];
    x[0] = seen[0] + 1;
  }
}
void g (int n, int *x, int *seen)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x[0])
    x[0] = 2;
#pragma omp task if (n > 9) depend(in : x[0])
    seen[0] = 1;
    x[0] = 1;
  }
}
void h (int *x, int *y)
{

#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x[0] = 2;
#pragma omp task if (0) depend(out : y[0])
    y[0] = x[0];
  }
}
