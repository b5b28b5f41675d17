// One thread, always the same one.
// expect: 5 proved
void f (int *a)
{
#pragma omp parallel
  {
#pragma omp master
    a[0] = 1;
#pragma omp master
    a[0] = 2;
  }
}
