/* clang: simd loops, which call no function of the library. What `raceproof cc` adds to clang calls
 * these around them and in them (pass/simd.cc). */
#include "hooks/simd.h"
#include "openmp/kmp.h"

void
rp_omp_simd_begin (uint64_t safelen)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_simd_begin (safelen, site);
  rp_omp_leave ();
}

/* That the address is known here is all that is needed. */
void
rp_omp_simd_memory (void *array)
{
  (void) array;
}

#define SIMD(NAME) \
  void rp_omp_simd_##NAME (void) \
  { \
    RP_OMP_ENTER (); \
    rp_simd_##NAME (); \
    rp_omp_leave (); \
  }

SIMD (iteration)
SIMD (end)
SIMD (ordered_begin)
SIMD (ordered_end)
