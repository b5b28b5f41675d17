// A single waits, by critical sections, for a task that writes a variable on the stack of the single's thread. Only the order of
// these sections keeps the two apart, as with variables elsewhere: at most a possible race.
// expect: clean
// also: undecided
// prints: 1
#include <stdio.h>

int done;

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    int own = 0, other = 0;
#pragma omp single
    {
#pragma omp task shared(own)
      {
        own = 1;
#pragma omp critical
        done = 1;
      }
      for (int is_done = 0; !is_done;)
        {
#pragma omp critical
          is_done = done;
        }
      other += own;
    }
    sum += other;
  }
  printf ("%d\n", sum);
  return 0;
}
