// A static schedule says which thread executes the iteration: the one that has written x before.
// expect: clean
// command: explore
int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    x = 2;
#pragma omp for schedule(static)
    for (int i = 0; i < 2; i++)
      if (i == 0)
        x = 1;
  }
  return 0;
}
