/* Nothing to report, for teams of these sizes. */
int
main (void)
{
  int a[100];
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = 2 * a[i];
  }
  return a[7] != 14;
}
