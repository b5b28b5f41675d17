/* What the files of clang's ABI share. Its functions are called by code that clang made; their names and
 * arguments are those of LLVM 14's run-time library. Most of them get the number of a thread. It is not
 * needed, because the library knows which thread runs. */
#ifndef RP_INSIDE_OPENMP_KMP_H
#define RP_INSIDE_OPENMP_KMP_H

#include "inside/openmp/group.h"

/* Where a construct is, and of which kind. */
typedef struct rp_kmp_place
{
  int32_t unused1, flags, unused2, unused3;
  const char *source;
} rp_kmp_place;

/* The word that identifies a critical construct, or a reduction. */
typedef int32_t rp_kmp_name[8];

/* The group has ended: adds the copies that its tasks had to the variables. */
void rp_kmp_reductions_combine (struct rp_kmp_reductions *reductions);

#endif
