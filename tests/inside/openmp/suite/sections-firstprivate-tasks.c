// A thread has one copy of a firstprivate variable for all its sections; tasks that outlive them have their own.
// expect: clean
int out[3];

int
main (void)
{
  int base = 1;
#pragma omp parallel
#pragma omp sections firstprivate(base)
  {
#pragma omp section
    {
      base = 10;
#pragma omp task
      out[0] = base;
    }
#pragma omp section
    {
      base = 20;
#pragma omp task
      out[1] = base;
    }
#pragma omp section
    {
      base = 30;
#pragma omp task
      out[2] = base;
    }
  }
  return out[0] + out[1] + out[2] != 60;
}
