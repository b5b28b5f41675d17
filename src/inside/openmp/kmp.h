/* Declarations for the files of clang's ABI. Code that clang made calls the functions of this ABI. Their names and
 * arguments are those of LLVM 14's run-time library. Most of these functions get the number of the thread, but do
 * not use it, because the library knows which thread runs. */
#ifndef RP_INSIDE_OPENMP_KMP_H
#define RP_INSIDE_OPENMP_KMP_H

#include "inside/openmp/group.h"

/* A description of a construct, which clang passes: the kind, and the place in the source. The library does not use
 * it. */
typedef struct rp_kmp_place
{
  int32_t unused1, flags, unused2, unused3;
  const char *source;
} rp_kmp_place;

/* The address of an rp_kmp_name identifies a critical construct, or a reduction. */
typedef int32_t rp_kmp_name[8];

/* Called when the group of REDUCTIONS has ended. Combines the threads' copies with the variables. Frees REDUCTIONS. */
void rp_kmp_reductions_combine (struct rp_kmp_reductions *reductions);

#endif
