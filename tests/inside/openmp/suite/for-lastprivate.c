// lastprivate hands the value of the last iteration to the variable, before the implied barrier
// ends.
// expect: clean
int
main (void)
{
  int last = 0, wrong = 0;
#pragma omp parallel reduction(+ : wrong) shared(last)
  {
#pragma omp for lastprivate(last)
    for (int i = 0; i < 25; i++)
      last = i;
    wrong += last != 24;
  }
  return wrong != 0 || last != 24;
}
