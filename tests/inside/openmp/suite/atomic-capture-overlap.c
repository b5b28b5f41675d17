// The captured numbers differ by one, but each thread uses two slots.
// expect: race slot
// at: 17 18
#include <stdio.h>

int next, slot[40];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    {
      int mine;
#pragma omp atomic capture
      mine = next++;
      slot[mine] = i;
      slot[mine + 1] = i;
    }
  printf ("%d\n", next + slot[0] >= 0);
  return 0;
}
