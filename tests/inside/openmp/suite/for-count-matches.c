// Counting matches through a shared counter without protection.
// expect: race used
// at: 18
#include <stdio.h>

int input[40], store[40], *kept = store, used;

int
main (void)
{
  for (int i = 0; i < 40; i++)
    input[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    if (input[i] % 3 == 0)
      {
        kept[i] = input[i];
        used = used + 1;
      }
  printf ("%d %d\n", used, kept[0] >= 0);
  return 0;
}
