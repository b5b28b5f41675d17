// Nested taskgroups: the inner one waits for its own tasks, the outer one for the rest.
// expect: clean
int a, b, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      a = 1;
#pragma omp taskgroup
      {
#pragma omp task
        b = 2;
      }
      b += 1;
    }
    seen = a + b;
  }
  return seen != 4;
}
