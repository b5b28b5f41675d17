// Each thread has a copy of the variable that starts with the original value.
// expect: clean
int
main (void)
{
  int start = 3, wrong = 0;
#pragma omp parallel firstprivate(start) reduction(+ : wrong)
  {
    start += 1;
    wrong += start != 4;
  }
  return wrong != 0 || start != 3;
}
