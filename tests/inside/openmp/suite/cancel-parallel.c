// Threads leave the region at the cancellation; their counts are atomic.
// expect: clean
// environment: OMP_CANCELLATION=true
int entered;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp atomic
    entered++;
#pragma omp cancel parallel
  }
  return entered < 1;
}
