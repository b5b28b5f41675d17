// parallel for simd with a reduction.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  return sum != 4950;
}
