// One section cancels the construct; what the others may have done before is their own.
// expect: clean
// environment: OMP_CANCELLATION=true
int a, b;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        a = 1;
#pragma omp cancel sections
      }
#pragma omp section
      b = 1;
    }
  }
  return a > 1 || b > 1;
}
