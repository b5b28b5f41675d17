// No team has more threads than the limit; teams have limits of their own [OpenMP 5.2, 10.1.1, 10.2].
// expect: clean
// plain: clang: libomp counts the threads of a limit otherwise
// environment: OMP_THREAD_LIMIT=6
// prints: limit 6
// prints: asked for 8, got 6
// prints: asked for 5, got 5
// prints: in a team: limit 2, asked for 4, got 2
// prints: limit 6
#include <omp.h>
#include <stdio.h>

static void
ask_for (int threads)
{
  int got = 0;
#pragma omp parallel num_threads(threads) reduction(+ : got)
  got++;
  printf ("asked for %d, got %d\n", threads, got);
}

int
main (void)
{
  printf ("limit %d\n", omp_get_thread_limit ());
  ask_for (8);
  ask_for (5);
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp parallel num_threads(4)
#pragma omp single
  if (omp_get_team_num () == 1)
    printf ("in a team: limit %d, asked for 4, got %d\n", omp_get_thread_limit (),
            omp_get_num_threads ());
  printf ("limit %d\n", omp_get_thread_limit ());
  return 0;
}
