// masked without a filter is the primary thread's alone.
// expect: clean
int count;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp masked
    count++;
#pragma omp masked
    count++;
  }
  return count != 2;
}
