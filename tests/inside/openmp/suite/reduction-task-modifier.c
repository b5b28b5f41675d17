// reduction(task, +) on the parallel region: explicit tasks take part in it.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel reduction(task, + : sum) num_threads(4)
  {
#pragma omp single
    for (int i = 0; i < 8; i++)
      {
#pragma omp task in_reduction(+ : sum)
        sum += i;
      }
  }
  return sum != 28;
}
