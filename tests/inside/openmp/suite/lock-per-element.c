// Each element has its own lock, and every update of it holds that lock.
// expect: clean
#include <omp.h>

int bin[4];
omp_lock_t lock[4];

int
main (void)
{
  for (int i = 0; i < 4; i++)
    omp_init_lock (&lock[i]);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    {
      int b = i * 3 % 4;
      omp_set_lock (&lock[b]);
      bin[b] += 1;
      omp_unset_lock (&lock[b]);
    }
  for (int i = 0; i < 4; i++)
    omp_destroy_lock (&lock[i]);
  return bin[0] + bin[1] + bin[2] + bin[3] != 40;
}
