// Something outside the region ends the wait, or nothing does.
// expect: 7 undecided
// expect: 18 undecided
volatile int stop;
void f (int *x, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      while (!stop)
        ;
      x[0] = i;
    }
}

void g (int *x, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        for (;;)
          ;
      x[0] = i;
    }
}
