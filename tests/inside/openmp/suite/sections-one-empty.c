// One section does nothing: no load of the other comes before the choice between them.
// expect: clean
int r;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp sections nowait
    {
#pragma omp section
      r += 1;
#pragma omp section
      {
      }
    }
  }
  return r != 1;
}
