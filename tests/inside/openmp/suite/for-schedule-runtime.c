// schedule(runtime) set by omp_set_schedule: iterations write disjoint rows.
// expect: clean
#include <omp.h>

int row[12][5];

int
main (void)
{
  omp_set_schedule (omp_sched_dynamic, 2);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 5; j++)
      row[i][j] = i + j;
  return row[11][4] != 15;
}
