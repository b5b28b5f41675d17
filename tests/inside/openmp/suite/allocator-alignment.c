// Blocks have the alignment that a call, a trait or a clause asks for, and blocks that are made larger keep it.
// expect: clean
// prints: aligned
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

static int
is_aligned (const void *block, uintptr_t alignment)
{
  return block && (uintptr_t) block % alignment == 0;
}

int
main (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_alignment, 512 } };
  omp_allocator_handle_t own = omp_init_allocator (omp_default_mem_space, 1, traits);
  int good = own != omp_null_allocator;
  for (int i = 1; i < 20; i++)
    {
      char *a = omp_alloc (10 * i, own), *b = omp_aligned_alloc (4096, 4096 * i, omp_default_mem_alloc);
      char *c = omp_aligned_alloc (64, 64 * i, own), *d = omp_calloc (i, 24, own);
      char *e = omp_aligned_calloc (1024, i, 1024, omp_null_allocator);
      good &= is_aligned (a, 512) && is_aligned (b, 4096) && is_aligned (c, 512) && is_aligned (d, 512) && is_aligned (e, 1024);
      good &= !d[0] && !d[i * 24 - 1] && !e[i * 1024 - 1];
      a[0] = 7;
      a = omp_realloc (a, 5000 * i, own, own);
      good &= is_aligned (a, 512) && a[0] == 7;
      omp_free (a, own);
      omp_free (b, omp_default_mem_alloc);
      omp_free (c, own);
      omp_free (d, own);
      omp_free (e, omp_null_allocator);
    }
#pragma omp parallel num_threads(2) reduction(&& : good)
  {
    char *mine = omp_aligned_alloc (256, 256, own);
    good = good && is_aligned (mine, 256);
    mine[255] = 1;
    omp_free (mine, own);
  }
  omp_destroy_allocator (own);
  puts (good ? "aligned" : "not aligned");
  return 0;
}
