// How many iterations there are in the tasks of a taskloop: at least the grain, less than twice as many; and about as
// many tasks as asked for, but not more than iterations [OpenMP 5.2, 12.6.1, 12.6.2].
// expect: clean
// prints: 5 5
// prints: 10
// prints: 3 3 2 2
// prints: 1 1 1
// prints: 10
// prints: 1 1 1 1
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
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) grainsize(4)");
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) grainsize(20)");
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) num_tasks(4)");
  RUN (3, "omp taskloop firstprivate(own) shared(tasks) num_tasks(20)");
  RUN (10, "omp taskloop firstprivate(own) shared(tasks) num_tasks(1)");
  RUN (4, "omp taskloop firstprivate(own) shared(tasks) grainsize(1)");
  return 0;
}
