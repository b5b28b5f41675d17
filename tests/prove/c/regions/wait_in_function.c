// The wait is in a function, which also tries only as often as another thread says.
// expect: 29 undecided
// expect: 48 undecided
int omp_get_thread_num (void);
int x, flag, turns;

static void
wait_for_flag (void)
{
  int seen = 0;
  while (!seen)
    {
#pragma omp atomic read
      seen = flag;
    }
}

static int
tries (void)
{
  int n;
#pragma omp atomic read
  n = turns;
  return n;
}
void
f (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        x = 1;
#pragma omp atomic write
        flag = 1;
      }
    else
      {
        wait_for_flag ();
        x = 2;
      }
  }
}

void
g (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        x = 1;
#pragma omp atomic write
        turns = 1;
      }
    else
      {
        for (unsigned i = 0; i != tries (); i++)
          ;
        x = 2;
      }
  }
}
