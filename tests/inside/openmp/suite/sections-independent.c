// Two sections write different variables.
// expect: clean
int a, b;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
  }
  return a + b != 3;
}
