// A scope with a reduction as an attribute, and behind it a loop.
// expect: race b[1]
// compilers: gcc
int total, b[8];

int
main ()
{
  [[omp::directive (parallel)]]
  {
    [[omp::directive (scope reduction (+ : total))]]
    total += 1;
    [[omp::directive (for)]]
    for (int i = 0; i < 64; i++)
      if (i < 2)
        b[1] = i;
  }
  return 0;
}
