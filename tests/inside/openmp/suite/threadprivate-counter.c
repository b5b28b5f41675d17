// Each thread has its own copy of the threadprivate variable.
// expect: clean
int count;
#pragma omp threadprivate(count)

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    count = 0;
    for (int i = 0; i < 5; i++)
      count++;
    wrong += count != 5;
  }
  return wrong != 0;
}
