// expect: 7 proved
int counter;
#pragma omp threadprivate(counter)
void
f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      counter++;
      a[i] = counter;
    }
}
