// taskwait waits for the target task.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait map(tofrom : x)
    x = 1;
#pragma omp taskwait
    seen = x;
  }
  return seen != 1;
}
