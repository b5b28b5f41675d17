/* gcc: simd loops, which call no function of the library. `raceproof cc` puts loops that ask
 * whether they go on around them, around their bodies and around `ordered simd` regions
 * (rewrite/rewrite.h): each is asked twice, at its beginning and at its end. The question is a
 * number of sections that no program has. */
#ifndef RP_OPENMP_GOMP_SIMD_H
#define RP_OPENMP_GOMP_SIMD_H

#include "openmp/thread.h"

/* Whether COUNT is such a question. */
bool rp_gomp_simd_is_asked (unsigned count);

/* Whether what stands there is yet to be executed. */
bool rp_gomp_simd_goes_on (unsigned count, uint32_t site);

#endif
