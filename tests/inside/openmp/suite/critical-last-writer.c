// Who enters the critical section last decides the value: it depends on the order, without a race.
// expect: clean
// also: undecided
int last = -1;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
#pragma omp critical(last)
      last = i;
    }
  return last < 0;
}
