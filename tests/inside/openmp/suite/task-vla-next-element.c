// Each task writes an element of the creator's variable length array and reads the next one.
// expect: race line
// at: 14
#include <stdio.h>

static int
smooth (int n)
{
  int line[n];
  for (int i = 0; i < n; i++)
    line[i] = i;
  for (int i = 0; i + 1 < n; i++)
#pragma omp task shared(line) firstprivate(i)
    line[i] += line[i + 1];
#pragma omp taskwait
  return line[0];
}

int
main (int argc, char **argv)
{
  int first = 0;
  (void) argv;
#pragma omp parallel
#pragma omp single
  first = smooth (argc + 11);
  printf ("%d\n", first);
  return 0;
}
