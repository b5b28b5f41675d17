// A loop over an unsigned variable that counts down: all iterations change one variable.
// expect: race n
// at: 11
#include <stdio.h>

int
main (void)
{
  int n = 0;
#pragma omp parallel for
  for (unsigned i = 10; i > 0; i--) n++;
  printf ("%d\n", n);
  return 0;
}
