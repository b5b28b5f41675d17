// A task that is created after the cancellation of its group in every schedule is discarded, with the if clause and in
// a group inside, too; and a cancellation point after it leaves the task.
// expect: clean
// plain: libgomp and libomp execute tasks of a group inside
// environment: OMP_CANCELLATION=true
#include <stdlib.h>

int main_reached, after;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp cancel taskgroup
        abort ();
      }
#pragma omp taskwait
#pragma omp task
      abort ();
#pragma omp taskgroup
      {
#pragma omp task
        abort ();
      }
      main_reached = 1;
    }
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        {
#pragma omp cancel taskgroup
        }
#pragma omp taskwait
#pragma omp cancellation point taskgroup
        abort ();
      }
    }
#pragma omp taskgroup
    {
#pragma omp task
      after = 1;
    }
  }
  if (!main_reached || !after)
    abort ();
  return 0;
}
