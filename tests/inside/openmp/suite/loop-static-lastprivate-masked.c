// As with any schedule, the thread that copies the last value out does not wait for the one in the masked region.
// expect: race last
// at: 12 13
int last;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp masked filter(2)
    last = 1;
#pragma omp for lastprivate(last)
    for (int i = 0; i < 3; i++)
      last = i;
  }
  return last < 0;
}
