// Directives and clauses of OpenMP 5.1 are read.
// expect: 7 undecided
// expect: 14 proved
int k;
void unrolled (int n, int *a)
{
#pragma omp parallel for
#pragma omp unroll partial (4)
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
}
void second (void)
{
#pragma omp parallel num_threads (2)
#pragma omp masked filter (1)
  k++;
}
