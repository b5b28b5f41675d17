// The barrier at the end of one sections construct precedes the next.
// expect: clean
int x, y, z;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      x = 1;
#pragma omp section
      y = 2;
    }
#pragma omp sections
    {
#pragma omp section
      z = x + y;
    }
  }
  return z != 3;
}
