// OMP_ALLOCATOR names the default allocator.
// expect: clean
// environment: OMP_ALLOCATOR=omp_large_cap_mem_alloc
// prints: 1 1
// plain: clang: libomp without the library memkind has the default allocator in place of each other one, and warns
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int in_region = 1;
  printf ("%d ", omp_get_default_allocator () == omp_large_cap_mem_alloc);
#pragma omp parallel reduction(&& : in_region)
  in_region = in_region && omp_get_default_allocator () == omp_large_cap_mem_alloc;
  printf ("%d\n", in_region);
  return 0;
}
