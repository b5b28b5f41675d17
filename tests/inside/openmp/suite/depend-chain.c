// out, inout and in on the same variable put the three sibling tasks in order.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(inout : x)
    x += 2;
#pragma omp task depend(in : x)
    seen = x;
  }
  return seen != 3;
}
