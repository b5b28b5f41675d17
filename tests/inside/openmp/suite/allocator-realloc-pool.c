// A block that is resized leaves its place in the pool to the new one; if that does not fit, the block stays.
// expect: clean
// prints: 1 7 1 7 1 0
// plain: clang: libomp needs room in the pool for both blocks, since it frees the old one last
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_pool_size, 4096 }, { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t pool = omp_init_allocator (omp_default_mem_space, 2, traits);
  int *large = omp_alloc (3000, pool);
  large[0] = 7;
  large = omp_realloc (large, 3500, pool, pool);
  printf ("%d %d ", large != NULL, large[0]);
  int *refused = omp_realloc (large, 5000, pool, pool);
  printf ("%d %d ", refused == NULL, large[0]);
  int *small = omp_alloc (400, pool), *more = omp_alloc (400, pool);
  printf ("%d %d\n", small != NULL, more != NULL);
  omp_free (large, pool);
  omp_free (small, pool);
  return 0;
}
