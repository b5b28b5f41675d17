// All threads read the same shared data, which only the initial thread wrote before the region.
// expect: clean
int input[16];

int
main (void)
{
  int wrong = 0;
  for (int i = 0; i < 16; i++)
    input[i] = i;
#pragma omp parallel reduction(+ : wrong)
  {
    int sum = 0;
    for (int i = 0; i < 16; i++)
      sum += input[i];
    wrong += sum != 120;
  }
  return wrong != 0;
}
