// The last iteration's value is copied out by whoever executed it, without waiting for the thread in the masked region.
// expect: race last
// at: 12 13
int last;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    last = 1;
#pragma omp for schedule(dynamic) lastprivate(last)
    for (int i = 0; i < 1; i++)
      last = i;
  }
  return last;
}
