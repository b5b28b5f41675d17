// Nothing here says in which region it runs.
// expect: 5 undecided
void fill (int n, int *a)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = i;
}
