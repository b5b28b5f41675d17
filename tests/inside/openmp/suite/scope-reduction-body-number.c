// A thread takes a number inside the body of a scope with a reduction. It has the number behind the scope, too.
// expect: clean
// compilers: gcc
int total, next, a[1024];

int
main (void)
{
#pragma omp parallel
  {
    int own;
#pragma omp scope reduction(+ : total)
    {
#pragma omp atomic capture
      own = next++;
      total += 1;
    }
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[own % 1024] += i;
  }
  return 0;
}
