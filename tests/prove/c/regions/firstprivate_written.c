// A thread changes the original before another one has copied it.
// expect: 5 race k 8 9
void f (int n, int k, int *a)
{
#pragma omp parallel
  {
#pragma omp master
    k = 3;
#pragma omp for firstprivate(k)
    for (int i = 0; i < n; i++)
      a[i] = k;
  }
}
