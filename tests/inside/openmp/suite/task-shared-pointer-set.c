// The same where the threads set the pointer to what it is already.
// expect: race at
#include <stdio.h>

int
main (void)
{
  int values[2] = { 0 }, *at = values;
#pragma omp parallel num_threads(2) shared(at)
  {
    int *own = at;
#pragma omp task firstprivate(own)
    {
#pragma omp atomic
      ++*own;
    }
    at = own;
  }
  printf ("%d\n", at == values);
  return 0;
}
