// An if(0) task waits for its dependences and its creator waits for it.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 2;
#pragma omp task if (0) depend(in : x)
    seen = x;
    x = seen + 1;
  }
  return x != 3;
}
