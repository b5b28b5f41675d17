// The creator waits for each task of this taskloop before it creates the next one. That order is not used.
// expect: 5 undecided
void f (int n, int *a, int s)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop if (0) shared (s)
  for (int i = 0; i < n; i++)
    s += a[i];
}
