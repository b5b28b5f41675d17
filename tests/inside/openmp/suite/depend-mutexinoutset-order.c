// The value depends on which of the two exclusive tasks comes first, without a race.
// expect: clean
// also: undecided
int x = 1;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : x)
    x += 2;
#pragma omp task depend(mutexinoutset : x)
    x *= 3;
  }
  return x != 9 && x != 5;
}
