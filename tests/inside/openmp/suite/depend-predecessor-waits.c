// The task waits for its own child before it ends, so the successor comes after both.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    {
#pragma omp task
      x = 1;
#pragma omp taskwait
    }
#pragma omp task depend(in : x)
    seen = x;
  }
  return seen != 1;
}
