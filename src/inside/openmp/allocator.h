/* Memory allocators of OpenMP [OpenMP 5.2, 6.2]. */
#ifndef RP_INSIDE_OPENMP_ALLOCATOR_H
#define RP_INSIDE_OPENMP_ALLOCATOR_H

#include <stdint.h>

/* The keys of traits, and the values of the trait fallback, as both compilers' <omp.h> number them. */
enum
{
  RP_OMP_TRAIT_ALIGNMENT = 2,
  RP_OMP_TRAIT_POOL_SIZE = 4,
  RP_OMP_TRAIT_FALLBACK = 5,
  RP_OMP_TRAIT_FALLBACK_ALLOCATOR = 6,
  RP_OMP_TRAIT_LAST = 8,
  RP_OMP_FALLBACK_DEFAULT = 11,
  RP_OMP_FALLBACK_NULL = 12,
  RP_OMP_FALLBACK_ABORT = 13,
  RP_OMP_FALLBACK_ALLOCATOR = 14
};

typedef struct rp_omp_trait
{
  int key;
  uintptr_t value;
} rp_omp_trait;

/* The handle of omp_default_mem_alloc. */
#define RP_OMP_DEFAULT_ALLOCATOR 1

/* The function of <omp.h>, in omp_memory.c. Returns a new allocator with the NUMBER traits TRAITS, or 0 if a trait is
 * invalid. SPACE is not used. */
uintptr_t omp_init_allocator (uintptr_t space, int number, const rp_omp_trait *traits);

/* Returns the allocator that TEXT, the value of OMP_ALLOCATOR, names [OpenMP 5.2, 21.5.1]: `omp_..._mem_alloc`, or a
 * memory space with traits, `omp_..._mem_space : name=value, ...`. Returns the default allocator if TEXT is NULL or
 * cannot be understood. */
uintptr_t rp_omp_allocator_read (const char *text);

#endif
