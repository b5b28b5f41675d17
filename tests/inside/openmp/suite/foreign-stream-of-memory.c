// Threads read streams that have no descriptor, while others wait; a descriptor that is not there is an error at once.
// expect: clean
// seconds: 10
// prints: 4
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int
main (void)
{
  int count = 0;
#pragma omp parallel num_threads(4) reduction(+ : count)
  {
    char text[] = "12 line\n", line[20], byte;
    int number = 0;
    FILE *in = fmemopen (text, strlen (text), "r");
    if (fscanf (in, "%d", &number) == 1 && number == 12 && fgets (line, 20, in) && getc (in) == EOF
        && read (-1, &byte, 1) == -1 && write (-1, "x", 1) == -1)
      count++;
    fclose (in);
  }
  printf ("%d\n", count);
  return 0;
}
