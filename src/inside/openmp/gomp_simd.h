/* gcc: simd loops, which call no function of the library. Around these loops, around their bodies and around
 * `ordered simd` regions, `raceproof cc` puts loops of one iteration (compile/rewrite/rewrite.h).
 * Each of these added loops asks the library, before and behind its one iteration, whether to go on. The question is a
 * call of GOMP_sections_start with a number of sections that no program has. */
#ifndef RP_INSIDE_OPENMP_GOMP_SIMD_H
#define RP_INSIDE_OPENMP_GOMP_SIMD_H

#include "inside/openmp/thread.h"

/* Returns whether COUNT, a number of sections, is such a question. */
bool rp_gomp_simd_is_asked (unsigned count);

/* Answers the question COUNT, asked at SITE. FRAME is RP_SIMD_FRAME of the call. Returns true at the beginning: the
 * construct inside the added loop is yet to be executed. Returns false at the end. Tells inside/engine/simd.h that
 * the construct begins or ends. */
bool rp_gomp_simd_goes_on (unsigned count, uint32_t site, uintptr_t frame);

#endif
