// expect: 4 proved
void f (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    a[0] = 1;
#pragma omp taskwait
    b[0] = a[0];
  }
}
