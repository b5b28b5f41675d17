// The barrier of the loop comes after the combination.
// expect: clean
int sum;

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 40; i++)
      sum += i;
    wrong += sum != 780;
  }
  return wrong != 0;
}
