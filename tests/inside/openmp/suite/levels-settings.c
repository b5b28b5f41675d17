// What a task sets is for what it opens, not for others [OpenMP 5.2, 2.3]: numbers of threads, schedule, levels.
// expect: clean
// prints: max 3
// prints: inside 3, then 7, got 1
// prints: outside 3
// prints: levels 5, then 5
// prints: schedule 2 5, then 2 5
// prints: dynamic 1 0
// prints: tasks 9 4
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  omp_sched_t kind, later_kind;
  int chunk, later_chunk, tasks[2] = { 0 };
  omp_set_max_active_levels (1);
  omp_set_num_threads (3);
  printf ("max %d\n", omp_get_max_threads ());
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    {
      int before = omp_get_max_threads (), after, got = 0;
      omp_set_num_threads (7);
      after = omp_get_max_threads ();
#pragma omp parallel reduction(+ : got)
      got++;
      printf ("inside %d, then %d, got %d\n", before, after, got);
    }
  printf ("outside %d\n", omp_get_max_threads ());
  omp_set_max_active_levels (5);
  int levels = omp_get_max_active_levels ();
  omp_set_max_active_levels (-1);
  printf ("levels %d, then %d\n", levels, omp_get_max_active_levels ());
  omp_set_schedule (omp_sched_dynamic, 5);
  omp_get_schedule (&kind, &chunk);
#pragma omp parallel num_threads(2)
  omp_set_schedule (omp_sched_guided, 2);
  omp_get_schedule (&later_kind, &later_chunk);
  printf ("schedule %d %d, then %d %d\n", (int) kind, chunk, (int) later_kind, later_chunk);
  omp_set_dynamic (1);
  int dynamic = omp_get_dynamic ();
  omp_set_dynamic (0);
  printf ("dynamic %d %d\n", dynamic, omp_get_dynamic ());
  omp_set_num_threads (4);
#pragma omp task shared(tasks)
  {
    omp_set_num_threads (9);
    tasks[0] = omp_get_max_threads ();
  }
#pragma omp taskwait
  tasks[1] = omp_get_max_threads ();
  printf ("tasks %d %d\n", tasks[0], tasks[1]);
  return 0;
}
