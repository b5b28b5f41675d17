// Sibling tasks increment one variable atomically.
// expect: clean
int count;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++)
    {
#pragma omp task
      {
#pragma omp atomic
        count++;
      }
    }
  return count != 10;
}
