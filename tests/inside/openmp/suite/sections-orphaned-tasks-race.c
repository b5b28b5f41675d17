// The sections are in a function that the region calls, more of them than threads: tasks of two meet in a variable of
// the function.
// expect: race turn
int done;

static void
work (void)
{
  int turn = 0;
#pragma omp sections nowait
  {
#pragma omp section
    {
#pragma omp task shared(turn)
      turn++;
    }
#pragma omp section
    {
#pragma omp task shared(turn)
      turn++;
    }
#pragma omp section
    {
#pragma omp task shared(turn)
      turn++;
    }
  }
#pragma omp taskwait
  if (turn)
    {
#pragma omp atomic
      done++;
    }
}

int
main (void)
{
#pragma omp parallel num_threads(2)
  work ();
  return !done;
}
