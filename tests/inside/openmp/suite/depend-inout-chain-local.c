// A chain of inout tasks over a local variable of the creator, waited for at the end.
// expect: clean
static int
chain (int n)
{
  int value = 0;
  for (int i = 0; i < n; i++)
    {
#pragma omp task shared(value) depend(inout : value)
      value = 2 * value + 1;
    }
#pragma omp taskwait
  return value;
}

int
main (void)
{
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = chain (6);
  return result != 63;
}
