// A strict grain is exact, but for the last task; strict tasks are as many as asked for [OpenMP 5.2, 12.6.1, 12.6.2].
// expect: clean
// prints: 4 4 2
// prints: 3 3 3
// prints: 10
// prints: 7 7 2
// prints: 3 3 2 2
// prints: 3 3 3 3 2 2
// compilers: gcc
#include <stdio.h>

enum
{
  MOST = 16
};

static int task_of[MOST];

/* How many iterations there are in each task. */
static void
show (int count)
{
  const char *blank = "";
  for (int i = 0, together = 1; i < count; i++, together++)
    if (i == count - 1 || task_of[i + 1] != task_of[i])
      {
        printf ("%s%d", blank, together);
        blank = " ";
        together = 0;
      }
  printf ("\n");
}

#define RUN(COUNT, TASKLOOP) \
  do \
    { \
      int tasks = 0, own = -1; \
      _Pragma ("omp parallel num_threads(4)") _Pragma ("omp single") _Pragma ( \
        TASKLOOP) for (int i = 0; i < COUNT; i++) \
      { \
        if (own < 0) \
          { \
            _Pragma ("omp atomic capture") own = tasks++; \
          } \
        task_of[i] = own; \
      } \
      show (COUNT); \
    } \
  while (0)

int
main (void)
{
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) grainsize(strict : 4)");
  RUN (9, "omp taskloop firstprivate(own) shared(tasks) grainsize(strict : 3)");
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) grainsize(strict : 20)");
  RUN (16, "omp taskloop firstprivate(own) shared(tasks) grainsize(strict : 7)");
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) num_tasks(strict : 4)");
  RUN (16, "omp taskloop firstprivate(own) shared(tasks) num_tasks(strict : 6)");
  return 0;
}
