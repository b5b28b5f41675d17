// The same as scope-reduction-then-loop-race, without a barrier behind the scope. The reductions of the second scope are combined under a lock.
// expect: race b[1]
// compilers: gcc
int total, sum, product = 1, b[8];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp scope reduction(+ : total) nowait
    total += 1;
#pragma omp scope reduction(+ : sum) reduction(* : product) nowait
    {
      sum += 1;
      product *= 2;
    }
#pragma omp for
    for (int i = 0; i < 64; i++)
      if (i < 2)
        b[1] = i;
  }
  return 0;
}
