// A task of a task, which nobody waits for, reads a variable of the thread.
// expect: race v
int r[2];
int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int v[2] = { 0, 0 };
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < 2; i++)
      if (i == 0)
        {
#pragma omp task shared(v)
          {
#pragma omp task shared(v)
            {
#pragma omp taskyield
              r[0] = v[0];
            }
          }
#pragma omp task shared(v)
          r[1] = v[0];
#pragma omp taskwait
        }
#pragma omp taskyield
    v[0] = 1;
#pragma omp barrier
  }
  return 0;
}
