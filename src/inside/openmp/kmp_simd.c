/* clang: simd loops, which call no function of the library. The plug-in adds calls of these functions around
 * the loops and in them (compile/clang_plugin/simd.cc). */
#include "inside/engine/simd.h"
#include "inside/openmp/kmp.h"

void
rp_omp_simd_begin (uint64_t safelen)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_simd_begin (safelen, site);
  rp_simd_owns (rp_omp_current ()->copies, rp_omp_current ()->copies_size);
  rp_omp_leave ();
}

/* A simd loop begins that is a worksharing loop as well. Does nothing if each iteration is compared as a task of
 * its own. */
void
rp_omp_simd_begin_shared (uint64_t safelen)
{
  uint32_t site = RP_OMP_ENTER ();
  const rp_omp_thread *thread = rp_omp_current ()->thread;
  if (!thread->upper || thread->is_bound)
    rp_simd_begin (safelen, site);
  rp_omp_leave ();
}

void
rp_omp_simd_copy (void *copy, uint64_t size)
{
  RP_OMP_ENTER ();
  rp_simd_copy ((uintptr_t) copy, size);
  rp_omp_leave ();
}

void
rp_omp_simd_unseen (void)
{
  RP_OMP_ENTER ();
  rp_monitor_remark (RP_REMARK_UNSEEN, "a loop may be a simd loop, whose directive was not found in the source");
  rp_omp_leave ();
}

/* Does nothing. The call passes on the address of ARRAY, so the compiler has to keep ARRAY in memory. */
void
rp_omp_simd_memory (void *array)
{
  (void) array;
}

/* gcc: compile/gcc_plugin/gcc_simd.cc adds calls of this function. All iterations of the simd loop share VARIABLE,
 * which has SIZE bytes. */
void
rp_omp_simd_shared (void *variable, uint64_t size)
{
  RP_OMP_ENTER ();
  rp_simd_shares ((uintptr_t) variable, size);
  rp_omp_leave ();
}

void
rp_omp_simd_iteration (void)
{
  RP_OMP_ENTER ();
  rp_simd_iteration (RP_SIMD_FRAME);
  rp_omp_leave ();
}

#define SIMD(NAME) \
  void rp_omp_simd_##NAME (void) \
  { \
    RP_OMP_ENTER (); \
    rp_simd_##NAME (); \
    rp_omp_leave (); \
  }

SIMD (iteration_end)
SIMD (end)
SIMD (ordered_begin)
SIMD (ordered_end)
