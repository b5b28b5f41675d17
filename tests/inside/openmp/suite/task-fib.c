// Recursive fib: each call waits for its two tasks.
// expect: clean
static int
fib (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib (n - 1);
#pragma omp task shared(y)
  y = fib (n - 2);
#pragma omp taskwait
  return x + y;
}

int
main (void)
{
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib (10);
  return result != 55;
}
