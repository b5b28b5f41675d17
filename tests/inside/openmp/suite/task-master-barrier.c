// A barrier after master also completes the tasks that the master created.
// expect: clean
int x;

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp master
    {
#pragma omp task
      x = 3;
    }
#pragma omp barrier
    wrong += x != 3;
  }
  return wrong != 0;
}
