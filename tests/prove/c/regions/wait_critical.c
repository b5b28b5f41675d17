// The second section waits for the first before it writes x.
// expect: 6 undecided
int x, s;
void f (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      x = 1;
#pragma omp critical
      s = 1;
    }
#pragma omp section
    {
      int done = 0;
      do
        {
#pragma omp critical
          done = s;
        }
      while (!done);
      x = 2;
    }
  }
}
