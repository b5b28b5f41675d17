// Nested regions: levels, active levels, ancestors and sizes of their teams, also where no more levels may be active
// [OpenMP 5.2, 18.2.17 to 18.2.20].
// expect: clean
// prints: main: level 0, active 0, thread 0 of 1, not parallel; 0/1
// prints: outer: level 1, active 1, thread 1 of 2, parallel; 0/1 1/2
// prints: inner: level 2, active 2, thread 2 of 3, parallel; 0/1 1/2 2/3
// prints: innermost: level 3, active 2, thread 0 of 1, parallel; 0/1 1/2 2/3 0/1
// prints: serialised: level 2, active 1, thread 0 of 1, parallel; 0/1 1/2 0/1
// prints: zero: level 1, active 0, thread 0 of 1, not parallel; 0/1 0/1
// prints: in if(0): level 2, active 1, thread 1 of 2, parallel; 0/1 0/1 1/2
// prints: nested: level 2, active 2, thread 1 of 2, parallel; 0/1 1/2 1/2
// prints: not nested: level 2, active 1, thread 0 of 1, parallel; 0/1 1/2 0/1
// prints: beyond: -1 -1 -1 -1
// flags: -Wno-deprecated-declarations
#include <omp.h>
#include <stdio.h>

static void
show (const char *name)
{
  printf ("%s: level %d, active %d, thread %d of %d, %sparallel;", name, omp_get_level (),
          omp_get_active_level (), omp_get_thread_num (), omp_get_num_threads (),
          omp_in_parallel () ? "" : "not ");
  for (int i = 0; i <= omp_get_level (); i++)
    printf (" %d/%d", omp_get_ancestor_thread_num (i), omp_get_team_size (i));
  printf ("\n");
}

static void
two_levels (const char *name, int thread)
{
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  if (omp_get_ancestor_thread_num (1) == 1 && omp_get_thread_num () == thread)
    show (name);
}

int
main (void)
{
  show ("main");
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 1)
      show ("outer");
#pragma omp barrier
    if (omp_get_thread_num () == 1)
#pragma omp parallel num_threads(3)
      {
        if (omp_get_thread_num () == 2)
          show ("inner");
#pragma omp barrier
#pragma omp parallel num_threads(2)
        if (omp_get_ancestor_thread_num (2) == 2)
          show ("innermost");
      }
  }
  omp_set_max_active_levels (1);
  two_levels ("serialised", 0);
  omp_set_max_active_levels (0);
#pragma omp parallel num_threads(2)
  show ("zero");
  omp_set_max_active_levels (1);
#pragma omp parallel if (0)
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    show ("in if(0)");
  omp_set_nested (1);
  two_levels ("nested", 1);
  omp_set_nested (0);
  two_levels ("not nested", 0);
  printf ("beyond: %d %d %d %d\n", omp_get_ancestor_thread_num (-1), omp_get_ancestor_thread_num (1),
          omp_get_team_size (-1), omp_get_team_size (1));
  return 0;
}
