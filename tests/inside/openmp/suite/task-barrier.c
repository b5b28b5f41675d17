// The implied barrier of single completes all tasks before any thread goes on.
// expect: clean
int a[10];

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp single
    for (int i = 0; i < 10; i++)
      {
#pragma omp task
        a[i] = i;
      }
    wrong += a[9] != 9;
  }
  return wrong != 0;
}
