// A task that needs the critical section in which its creator waits for it.
// expect: doubt
int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
#pragma omp critical
      {
      }
    }
#pragma omp critical
    {
#pragma omp taskwait
    }
  }
  return 0;
}
