/* What the files of clang's ABI share. Its functions are called by code that clang made; their
 * names and arguments are those of LLVM 14's run-time library. The number of a thread, which most
 * of them get, is not needed: the library knows who runs. */
#ifndef RP_OPENMP_KMP_H
#define RP_OPENMP_KMP_H

#include "openmp/group.h"

/* Where a construct is, and of which kind. */
typedef struct rp_kmp_place
{
  int32_t unused1, flags, unused2, unused3;
  const char *source;
} rp_kmp_place;

/* The word that a critical construct, or a reduction, is known by. */
typedef int32_t rp_kmp_name[8];

/* The group has ended: what its tasks had for themselves goes to the variables. */
void rp_kmp_reductions_combine (struct rp_kmp_reductions *reductions);

#endif
