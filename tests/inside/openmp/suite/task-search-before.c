// One task looks for a number from the front, and marks what it has passed; the other has all from that
// number on.
// expect: clean
#include <stdlib.h>

enum
{
  SIZE = 100,
  FOUND = 37
};

static int
pass (const int *numbers, int *marks, int wanted)
{
  int i = 0;
  for (; i < SIZE; i++)
    {
      if (numbers[i] == wanted)
        break;
      marks[i] = 1;
    }
  return i;
}

int
main (void)
{
  static int numbers[SIZE], marks[SIZE];
  for (int i = 0; i < SIZE; i++)
    numbers[i] = i;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    if (pass (numbers, marks, FOUND) != FOUND)
      abort ();
#pragma omp task
    for (int i = FOUND; i < SIZE; i++)
      marks[i] = 2;
  }
  return marks[FOUND - 1] == 1 && marks[FOUND] == 2 ? 0 : 1;
}
