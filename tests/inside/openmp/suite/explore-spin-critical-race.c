// A thread looks under critical, again and again, whether there is a letter, which is written after it was announced.
// expect: race letter
// at: 19 29
// command: explore
// seconds: 20
#include <omp.h>
#include <stdio.h>

static int letter, has_letter, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
#pragma omp critical
      has_letter = 1;
      letter = 42;
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
