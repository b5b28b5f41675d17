// A mergeable task that only uses shared variables means the same whether it is merged or not.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task mergeable shared(x)
    x = 6;
#pragma omp taskwait
    seen = x;
  }
  return seen != 6;
}
