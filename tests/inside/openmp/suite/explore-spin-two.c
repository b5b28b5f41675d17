// Two threads look under critical, again and again, whether there is a letter, and read it without: every schedule in
// which they wait has an end, and so has their exploration.
// expect: clean
// also: undecided
// command: explore
// seconds: 60
#include <omp.h>
#include <stdio.h>

static int letter, has_letter, seen[3];

int
main (void)
{
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num () == 2)
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
      seen[omp_get_thread_num ()] = letter;
    }
  printf ("%d\n", seen[0]);
  return 0;
}
