// An update whose result is read again outside of the atomic construct.
// expect: race ticket
// at: 15 16
#include <stdio.h>

int ticket, mine[20];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
#pragma omp atomic
      ticket += 1;
      mine[i] = ticket;
    }
  printf ("%d\n", mine[0] >= 0);
  return 0;
}
