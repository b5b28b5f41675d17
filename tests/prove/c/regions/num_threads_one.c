// One thread has no one to race with.
// expect: 5 proved
void f (int *a)
{
#pragma omp parallel num_threads(1)
  a[0]++;
}
