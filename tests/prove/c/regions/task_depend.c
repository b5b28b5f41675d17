// The second task waits for the first, since both name a[0].
// expect: 5 proved
void f (int *a)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a[0])
    a[0] = 1;
#pragma omp task depend(in : a[0])
    a[1] = a[0];
  }
}
