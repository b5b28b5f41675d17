// Two sections of one construct may run in different threads and write the same variable.
// expect: race x
// at: 15 20
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    {
      x = 1;
      puts ("first");
    }
#pragma omp section
    {
      x = 2;
      printf ("second %d\n", 2);
    }
  }
  printf ("%d\n", x > 0);
  return 0;
}
