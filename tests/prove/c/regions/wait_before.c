// What stands before the wait races for certain.
// expect: 6 race x 9 14
int x, s;
void f (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    x = 1;
#pragma omp section
    {
      int done = 0;
      /* not ordered by what follows */
      x = 2;
      while (!done)
        {
#pragma omp critical
          done = s;
        }
    }
#pragma omp section
    {
#pragma omp critical
      s = 1;
    }
  }
}
