// Both sides use atomic: the reader sees one value or the other, but there is no race.
// expect: clean
// also: undecided
int x;

int
main (void)
{
  int seen = 0;
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp atomic write
      x = 5;
    }
#pragma omp section
    {
#pragma omp atomic read
      seen = x;
    }
  }
  return seen != 0 && seen != 5;
}
