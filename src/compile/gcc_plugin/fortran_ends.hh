// Loops of Fortran that may end at the last value of their variable's type.
#ifndef RP_COMPILE_GCC_PLUGIN_FORTRAN_ENDS_HH
#define RP_COMPILE_GCC_PLUGIN_FORTRAN_ENDS_HH

namespace raceproof
{

/* Changes the OpenMP loops of the current function, which must not have been lowered yet.
 *
 * A loop of Fortran includes its end. gcc makes a loop that excludes its end, which is larger by 1, or smaller by 1
 * if the loop counts down. If the end is the last value of the variable's type, as in `do i = 1, 127` for an
 * integer(1), this overflows, and iterations are missing; how many depends on the schedule and on the optimisation.
 *
 *   - For worksharing loops that ask the library for their iterations, the mark in the chunk size gets the number of
 *     bytes of the variable (core/event/schedule_mark.h). The library then gives out the right iterations. Loops
 *     that are collapsed or ordered, or have `simd', are excepted.
 *   - Before all other loops, and before loops with lastprivate or linear variables, there is a call for each
 *     variable of the loop whose step is 1 or -1, unless its end is a constant that is not the last value:
 *
 *       void rp_omp_iterations_until (long last, int bits, int is_up);
 *
 * If the end is the last value, this call makes the verdict undecided. */
void put_ends_right ();

} // namespace raceproof

#endif
