// Changes OpenMP constructs, in all languages of gcc, before gcc lowers them.
#ifndef RP_COMPILE_GCC_PLUGIN_GCC_OPENMP_HH
#define RP_COMPILE_GCC_PLUGIN_GCC_OPENMP_HH

namespace raceproof
{

/* Changes the current function, which must not have been lowered yet.
 *
 * Makes its tasks read shared scalars themselves, when they are executed. If a task does not write a scalar, gcc
 * makes the creator read it and pass the value on; a race with the task's read would then be missing in the
 * compiled program.
 *
 * Announces loops that are dealt out to teams only to the run-time library: RP_OMP_TO_TEAMS. */
void prepare_openmp ();

} // namespace raceproof

#endif
