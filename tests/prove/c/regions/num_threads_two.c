// expect: 4 race a 5
void f (int *a)
{
#pragma omp parallel num_threads(2)
  a[0]++;
}
