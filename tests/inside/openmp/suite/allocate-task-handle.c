// The allocator of a task's copies is a variable, which is read when the task is created.
// expect: clean
// prints: 42
// compilers: gcc
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void
check (int x, uintptr_t address)
{
  if (x != 42 || address % 64)
    abort ();
}

int
main (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_alignment, 64 }, { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t h = omp_init_allocator (omp_default_mem_space, 2, traits);
  int x = 42, y;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; i++)
    {
#pragma omp task private(y) firstprivate(x) allocate(h : x, y)
      {
        y = x;
        check (y, (uintptr_t) &x);
      }
    }
  printf ("%d\n", x);
  omp_destroy_allocator (h);
}
