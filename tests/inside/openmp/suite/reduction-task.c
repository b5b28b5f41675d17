// in_reduction tasks take part in the reduction of their taskgroup.
// expect: clean
int
main (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int i = 0; i < 10; i++)
        {
#pragma omp task in_reduction(+ : sum)
          sum += i;
        }
    }
  }
  return sum != 45;
}
