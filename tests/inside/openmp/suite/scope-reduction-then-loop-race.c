// The threads combine their copies behind the scope, by atomic operations that give nobody a number. So the iterations of the
// loop behind it are still compared, whichever thread executes them.
// expect: race b[1]
// compilers: gcc
int total, b[8];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp scope reduction(+ : total)
    total += 1;
#pragma omp for
    for (int i = 0; i < 64; i++)
      if (i < 2)
        b[1] = i;
  }
  return 0;
}
