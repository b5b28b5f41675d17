// copyin copies the value of the primary thread to the copies of the team before the region
// starts.
// expect: clean
int base;
#pragma omp threadprivate(base)

int
main (void)
{
  int wrong = 0;
  base = 11;
#pragma omp parallel copyin(base) reduction(+ : wrong)
  {
    base++;
    wrong += base != 12;
  }
  return wrong != 0;
}
