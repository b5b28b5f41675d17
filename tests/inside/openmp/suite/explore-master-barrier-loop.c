// A barrier orders the two writes, whichever thread executes the iteration. Own memory of a thread is no conflict.
// expect: clean
// command: explore
int x, y[2];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int own[2] = { 1, 2 };
#pragma omp master
    x = 2;
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      {
        own[i]++;
        y[i] = own[0] + own[1];
        if (i == 0)
          x = 1;
      }
  }
  return 0;
}
