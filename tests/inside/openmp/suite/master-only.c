// Only the master thread touches the variable, and it does so twice in its own order.
// expect: clean
int x;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp master
    x = 1;
#pragma omp master
    x += 1;
  }
  return x != 2;
}
