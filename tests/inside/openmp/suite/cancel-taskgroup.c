// Tasks of a cancelled taskgroup may not run; those that do write atomically.
// expect: clean
// also: undecided
// environment: OMP_CANCELLATION=true
int found;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 10; i++)
      {
#pragma omp task
        {
          if (i > 6)
            {
#pragma omp atomic write
              found = i;
#pragma omp cancel taskgroup
            }
        }
      }
  }
  return found != 0 && found < 7;
}
