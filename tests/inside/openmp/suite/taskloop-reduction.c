// The tasks of a taskloop add into private copies that are combined at its end.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < 30; i++)
      sum += i;
  }
  return sum != 435;
}
