/* gcc: simd loops, which call no function of the library. Around these loops, around their bodies and around
 * `ordered simd` regions, `raceproof cc` puts loops that ask whether they go on (compile/rewrite/rewrite.h).
 * Each of them asks twice, at its beginning and at its end. The question is a number of sections that no
 * program has. */
#ifndef RP_INSIDE_OPENMP_GOMP_SIMD_H
#define RP_INSIDE_OPENMP_GOMP_SIMD_H

#include "inside/openmp/thread.h"

/* Whether COUNT is such a question. */
bool rp_gomp_simd_is_asked (unsigned count);

/* Whether what stands there is yet to be executed. */
bool rp_gomp_simd_goes_on (unsigned count, uint32_t site);

#endif
