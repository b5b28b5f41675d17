// A critical section stands between the two writes of x: it orders them in this run alone.
// expect: race x
// also: undecided
// command: explore
int x, y;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      x = 2;
#pragma omp critical
      y++;
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      if (i == 0)
        {
#pragma omp critical
          y++;
          x = 1;
        }
  }
  return 0;
}
