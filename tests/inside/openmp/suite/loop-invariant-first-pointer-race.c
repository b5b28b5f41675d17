// Thread 0 changes the pointer, and executes all iterations of a loop that follows it: with more threads than iterations.
// expect: race top
// at: 18 22
double row[64], *top = row;
int n = 1;

static void
sweep (void)
{
  for (int round = 0; round < 2; round++)
    {
#pragma omp barrier
#pragma omp master
      {
        /* The barrier orders this write and the loop of the last round. Nothing orders the write and the loop of
         * this round. */
        if (round == 1)
          top = row + 1;
      }
#pragma omp for nowait
      for (int i = 0; i < n; i++)
        top[i] += i;
    }
}

int
main (void)
{
#pragma omp parallel num_threads(4)
  sweep ();
  return 0;
}
