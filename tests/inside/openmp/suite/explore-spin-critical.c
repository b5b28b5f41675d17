// A thread looks under critical, again and again, whether there is a letter, and reads it without: every schedule in
// which it waits has an end, and so has their exploration.
// expect: clean
// also: undecided
// command: explore
// seconds: 60
#include <omp.h>
#include <stdio.h>

static int letter, has_letter, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      letter = 42;
#pragma omp critical
      has_letter = 1;
    }
  else
    {
      int has = 0;
      while (!has)
        {
#pragma omp critical
          has = has_letter;
        }
      seen = letter;
    }
  printf ("%d\n", seen);
  return 0;
}
