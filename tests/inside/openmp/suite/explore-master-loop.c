// The master's own code and an iteration write x. Here one thread executes both; another one could execute the iteration.
// expect: race x
// also: undecided
// command: explore
int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    x = 2;
#pragma omp for
    for (int i = 0; i < 2; i++)
      if (i == 0)
        x = 1;
  }
  return 0;
}
