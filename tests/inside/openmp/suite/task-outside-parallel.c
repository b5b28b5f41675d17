// Outside of a parallel region the team has one thread, but taskwait is what orders the task.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp task
  x = 1;
#pragma omp taskwait
  seen = x;
  return seen != 1;
}
