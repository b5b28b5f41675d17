// taskwait with a dependence waits for the tasks that it depends on.
// expect: clean
int x, y, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 2;
#pragma omp task depend(out : y)
    y = 3;
#pragma omp taskwait depend(in : x)
    seen = x;
  }
  return seen + y != 5;
}
