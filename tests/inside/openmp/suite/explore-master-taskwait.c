// The master waits for its tasks. The task of an iteration is one of them only if the master executes the iteration.
// expect: race x
// also: undecided
// command: explore
int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 2; i++)
      if (i == 0)
        {
#pragma omp task
          x = 1;
        }
#pragma omp master
    {
#pragma omp taskwait
      x = 2;
    }
  }
  return 0;
}
