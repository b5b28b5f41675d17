// A target region is an initial task: outside of all parallel regions and teams, with a thread of its own, and with the
// settings that the program began with. What it sets stays in it.
// expect: clean
// compilers: gcc
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  int most = omp_get_max_threads (), seen = 0;
  omp_set_num_threads (most + 3);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
#pragma omp target map(tofrom : seen)
    {
      int times = 0;
      if (omp_get_level () != 0 || omp_in_parallel () || omp_get_num_threads () != 1
          || omp_get_thread_num () != 0 || omp_get_max_threads () != most || omp_get_team_num () != 0
          || omp_get_num_teams () != 1 || omp_get_ancestor_thread_num (1) != -1)
        abort ();
#pragma omp single
      times++;
#pragma omp barrier
      if (times != 1)
        abort ();
      omp_set_num_threads (2);
#pragma omp parallel reduction(+ : times)
      {
        if (omp_get_level () != 1 || omp_get_num_threads () != 2)
          abort ();
        times++;
      }
      if (times != 3)
        abort ();
#pragma omp atomic
      seen++;
    }
    if (omp_get_thread_num () != me || omp_get_level () != 1)
      abort ();
  }
  if (seen != 3 || omp_get_max_threads () != most + 3)
    abort ();
  return 0;
}
