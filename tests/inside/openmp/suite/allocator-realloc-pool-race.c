// omp_realloc from an allocator with a pool copies the block: it reads what another thread writes at the same time.
// expect: race heap
// at: 20 22
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_pool_size, 4096 } };
  omp_allocator_handle_t pool = omp_init_allocator (omp_default_mem_space, 1, traits);
  int *a = omp_alloc (8 * sizeof *a, pool), *b = NULL;
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        int *old = a;
        old[3] = 7;
      }
    else b = omp_realloc (a, 16 * sizeof *b, pool, pool);
  }
  printf ("%d\n", b[0]);
  omp_free (b, pool);
  return 0;
}
