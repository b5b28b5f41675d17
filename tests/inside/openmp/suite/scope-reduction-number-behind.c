// A thread takes a number behind a scope with a reduction, without a barrier between.
// expect: clean
// compilers: gcc
int total, next, a[1024];

int
main (void)
{
#pragma omp parallel
  {
    int own;
#pragma omp scope reduction(+ : total) nowait
    total += 1;
#pragma omp atomic capture
    own = next++;
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[own % 1024] += i;
  }
  return 0;
}
