// More sections than threads add up in a reduction; each waits for its tasks before.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
  {
#pragma omp section
    {
      int part = 0;
#pragma omp task shared(part)
      part = 1;
#pragma omp taskwait
      sum += part;
    }
#pragma omp section
    {
      int part = 0;
#pragma omp task shared(part)
      part = 2;
#pragma omp taskwait
      sum += part;
    }
#pragma omp section
    {
      int part = 0;
#pragma omp task shared(part)
      part = 4;
#pragma omp taskwait
      sum += part;
    }
#pragma omp section
    {
      int part = 0;
#pragma omp task shared(part)
      part = 8;
#pragma omp taskwait
      sum += part;
    }
#pragma omp section
    sum += 16;
  }
  return sum != 31;
}
