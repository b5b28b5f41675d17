// Each section adds into the copy of its thread.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
  {
#pragma omp section
    sum += 1;
#pragma omp section
    sum += 2;
#pragma omp section
    sum += 3;
  }
  return sum != 6;
}
