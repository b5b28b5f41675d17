// Reading and writing back are in two critical sections: an update may be lost, but nothing races.
// expect: clean
// also: undecided
int total;

int
main (void)
{
#pragma omp parallel
  {
    int seen;
#pragma omp critical
    seen = total;
#pragma omp critical
    total = seen + 1;
  }
  return total < 1;
}
