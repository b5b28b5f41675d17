// Two single constructs with their barriers come one after the other.
// expect: clean
int x;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp single
    x += 1;
#pragma omp single
    x += 2;
  }
  return x != 3;
}
