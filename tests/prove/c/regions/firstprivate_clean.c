// The offset is the same in all threads, whatever they do with their copies.
// expect: 5 proved
void f (int n, int k, int *a)
{
#pragma omp parallel for firstprivate(k)
  for (int i = 0; i < n; i++)
    a[i] = k;
}
