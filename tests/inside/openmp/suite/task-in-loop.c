// Every thread creates tasks for its own iterations; the barrier of the loop completes them.
// expect: clean
int a[20], b[20];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 20; i++)
      {
#pragma omp task
        a[i] = i;
      }
#pragma omp for
    for (int i = 0; i < 20; i++)
      b[i] = a[19 - i];
  }
  return b[0] != 19;
}
