/* Random models in the polyhedral subset: affine bounds, guards and subscripts, strides, nested and
 * sequenced clocks, unclocked tasks under clocks, sections, procedures. They have parameters N and
 * T, end, misuse nothing and have no run-time error. */
#ifndef RP_GENERATE_POLYHEDRAL_H
#define RP_GENERATE_POLYHEDRAL_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* INEXACT: also conditions, bounds and subscripts that depend on data, while loops, futures. */
void rp_generate_polyhedral (uint64_t seed, bool inexact, rp_strbuf *out);

#endif
