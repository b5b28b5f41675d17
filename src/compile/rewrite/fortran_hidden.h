/* Which workshare constructs of Fortran may hide a race. gfortran itself divides the array assignments of a construct
 * among the threads, so the library sees no units of work: the accesses of a unit count as accesses of its thread. The
 * units of one construct do not race with each other: functions in them are pure, and the compiler keeps the order of
 * the statements. But a unit, which another thread could have executed, may race with other code of its thread if no
 * barrier is between the two: with code before the construct, or, after `nowait`, with code behind it. Such a race is
 * not seen. */
#ifndef RP_COMPILE_REWRITE_FORTRAN_HIDDEN_H
#define RP_COMPILE_REWRITE_FORTRAN_HIDDEN_H

#include "base/strbuf.h"

#include <stdbool.h>

/* Returns the directive without blanks and in lower case, except for text in quotes. The caller clears it. */
rp_strbuf rp_fortran_squeezed (const char *directive);

/* Returns whether the whole team continues at the same time behind DIRECTIVE: it begins a parallel region that is
 * not combined with another construct, is a barrier, or ends a construct with a barrier. */
bool rp_fortran_brings_together (const char *directive);

/* Returns whether DIRECTIVE begins or ends a workshare construct, also one that is combined with `parallel`. Stores
 * in *IS_END whether it ends a construct. */
bool rp_fortran_is_workshare (const char *directive, bool *is_end);

/* Returns whether DIRECTIVE begins a workshare construct that may hide a race. REST is the text behind DIRECTIVE.
 * IS_TOGETHER: directly before DIRECTIVE, the team has begun or met a barrier. */
bool rp_fortran_hides_workshare (const char *directive, const char *rest, bool is_together);

#endif
