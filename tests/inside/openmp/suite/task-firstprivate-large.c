// The data of a task are larger than what malloc gives from its heap, and go back when the task has ended.
// expect: clean
#include <stdio.h>

struct large
{
  char bytes[400000];
};

int
main (void)
{
  static struct large one;
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20; i++)
    {
      struct large *from = &one;
      struct large copy = *from;
      copy.bytes[i] = 1;
#pragma omp task firstprivate(copy) shared(sum)
      {
#pragma omp atomic
        sum += copy.bytes[i];
      }
    }
  printf ("%d\n", sum);
  return 0;
}
