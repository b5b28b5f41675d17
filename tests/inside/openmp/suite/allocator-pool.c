// A pool has no more room than its size, and what comes then is what its fallback says.
// expect: clean
// prints: 1 0 1 1 1 1
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  omp_alloctrait_t null[] = { { omp_atk_pool_size, 4096 }, { omp_atk_fallback, omp_atv_null_fb } };
  omp_alloctrait_t plain[] = { { omp_atk_pool_size, 4096 }, { omp_atk_fallback, omp_atv_default_mem_fb } };
  omp_allocator_handle_t a = omp_init_allocator (omp_default_mem_space, 2, null);
  omp_allocator_handle_t b = omp_init_allocator (omp_default_mem_space, 2, plain);
  omp_alloctrait_t chain[] = { { omp_atk_pool_size, 64 }, { omp_atk_fallback, omp_atv_allocator_fb },
                               { omp_atk_fb_data, (omp_uintptr_t) a } };
  omp_allocator_handle_t c = omp_init_allocator (omp_default_mem_space, 3, chain);
  char *first = omp_alloc (2048, a), *second = omp_alloc (3000, a);
  omp_free (first, a);
  char *third = omp_alloc (3000, a), *fourth = omp_alloc (10000, b), *fifth = omp_alloc (500, c);
  char *sixth = omp_alloc (5000, c);
  printf ("%d %d %d %d %d %d\n", first != NULL, second != NULL, third != NULL, fourth != NULL, fifth != NULL, sixth == NULL);
  omp_free (third, a);
  omp_free (fourth, b);
  omp_free (fifth, c);
  omp_set_default_allocator (b);
  char *last = omp_alloc (100, omp_null_allocator);
  omp_free (last, omp_null_allocator);
  return omp_get_default_allocator () != b;
}
