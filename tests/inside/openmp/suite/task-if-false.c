// if(0) makes the task undeferred: its creator waits for it.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0)
    x = 4;
    seen = x;
  }
  return seen != 4;
}
