// A lock of __sync_lock_test_and_set and __sync_lock_release.
// expect: clean
// prints: 400
// plain: x86-64 has instructions for these functions, and no library has them
#include <stdio.h>

int take (int *address, int value) __asm__("__sync_lock_test_and_set_4");
void release (int *address) __asm__("__sync_lock_release_4");

static int sum, lock;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 400; i++)
    {
      while (take (&lock, 1))
        ;
      sum++;
      release (&lock);
    }
  printf ("%d\n", sum);
  return 0;
}
