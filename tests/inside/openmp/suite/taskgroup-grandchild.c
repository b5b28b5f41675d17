// taskgroup waits for all descendants, so the grandchild's write comes before the read.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        x = 1;
      }
    }
    seen = x;
  }
  return seen != 1;
}
