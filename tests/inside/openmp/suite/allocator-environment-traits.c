// OMP_ALLOCATOR may give a memory space with traits: here a pool of 1,000 bytes that nothing stands in for.
// expect: clean
// environment: OMP_ALLOCATOR=omp_default_mem_space:alignment=64,pool_size=1000,fallback=null_fb
// prints: 1 1 0
// plain: gcc: libgomp of gcc 12 knows no traits in OMP_ALLOCATOR, which came with OpenMP 5.1
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

int
main (void)
{
  char *first = omp_alloc (600, omp_null_allocator), *second = omp_alloc (600, omp_null_allocator);
  printf ("%d %d %d\n", first != NULL, (uintptr_t) first % 64 == 0, second != NULL);
  omp_free (first, omp_null_allocator);
  return 0;
}
