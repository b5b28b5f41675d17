// expect: 4 race a 7 9
void f (int *a)
{
#pragma omp parallel sections
  {
#pragma omp section
    a[0] = 1;
#pragma omp section
    a[0] = 2;
  }
}
