// An atomic operation without an order, in the sequential part, says nothing about the order of a later call of __sync_.
// expect: clean
// prints: 1
// plain: x86-64 has instructions for these functions, and no library has them
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

int add (int *address, int value) __asm__("__sync_fetch_and_add_4");

static int data, flag, seen;
static atomic_int count;

int
main (void)
{
  atomic_fetch_add_explicit (&count, 1, memory_order_relaxed);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        data = 1;
        add (&flag, 1);
      }
    else
      {
        while (!__atomic_load_n (&flag, __ATOMIC_ACQUIRE))
          ;
        seen = data;
      }
  }
  printf ("%d\n", seen);
  return 0;
}
