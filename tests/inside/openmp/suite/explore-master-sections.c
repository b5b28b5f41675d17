// As explore-master-loop.c, with sections: whichever thread executes the section, another one could.
// expect: race x
// also: undecided
// command: explore
int x, y;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    x = 2;
#pragma omp sections
    {
#pragma omp section
      x = 1;
#pragma omp section
      y = 1;
    }
  }
  return 0;
}
