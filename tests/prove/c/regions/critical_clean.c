// expect: 4 proved
void f (int n, int *count)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    *count = *count + i;
}
