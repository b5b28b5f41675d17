// copyprivate broadcasts one thread's value to the private variables of the others.
// expect: clean
int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    int value = -1;
#pragma omp single copyprivate(value)
    value = 12;
    wrong += value != 12;
  }
  return wrong != 0;
}
