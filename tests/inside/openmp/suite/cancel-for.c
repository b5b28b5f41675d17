// The loop is cancelled when the value is found; the place is written by one iteration only.
// expect: clean
// environment: OMP_CANCELLATION=true
int a[50], found = -1;

int
main (void)
{
  a[33] = 1;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 50; i++)
      {
        if (a[i])
          {
#pragma omp atomic write
            found = i;
#pragma omp cancel for
          }
#pragma omp cancellation point for
      }
  }
  return found != 33;
}
