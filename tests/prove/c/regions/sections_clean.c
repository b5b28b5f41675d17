// expect: 4 proved
void f (int *a)
{
#pragma omp parallel sections
  {
#pragma omp section
    a[0] = 1;
#pragma omp section
    a[1] = 2;
  }
}
