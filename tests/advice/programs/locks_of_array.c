/* Which lock of the array is held is not in the text. */
/* hints: none */
/* output: - */
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  omp_lock_t locks[4];
  int x = 0;
  for (int i = 0; i < 4; i++)
    omp_init_lock (&locks[i]);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    {
      omp_set_lock (&locks[i]);
      x++;
      omp_unset_lock (&locks[i]);
    }
  printf ("%d\n", x);
  return 0;
}
