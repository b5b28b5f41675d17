// lastprivate of sections takes the value of the lexically last section.
// expect: clean
int
main (void)
{
  int x = 0;
#pragma omp parallel sections lastprivate(x)
  {
#pragma omp section
    x = 1;
#pragma omp section
    x = 2;
  }
  return x != 2;
}
