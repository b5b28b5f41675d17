// The orders of depend are not used, so this stays open.
// expect: 5 undecided
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
