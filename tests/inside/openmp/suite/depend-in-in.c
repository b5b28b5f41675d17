// Two readers with depend(in) may run at the same time; both come after the writer.
// expect: clean
int x, a, b;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 3;
#pragma omp task depend(in : x)
    a = x;
#pragma omp task depend(in : x)
    b = x;
  }
  return a + b != 6;
}
