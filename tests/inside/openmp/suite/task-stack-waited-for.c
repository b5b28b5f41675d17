// The function waits for the tasks that use its local variable before it returns.
// expect: clean
static int
sum (int seed)
{
  int left = 0, right = 0;
#pragma omp task shared(left)
  left = seed;
#pragma omp task shared(right)
  right = seed + 1;
#pragma omp taskwait
  return left + right;
}

int
main (void)
{
  int total = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; i++)
    total += sum (i);
  return total != 25;
}
