// Changes OpenMP constructs, in all languages of gcc, before gcc lowers them.
#ifndef RP_COMPILE_GCC_PLUGIN_GCC_OPENMP_HH
#define RP_COMPILE_GCC_PLUGIN_GCC_OPENMP_HH

namespace raceproof
{

/* Changes the current function, which must not have been lowered yet.
 *
 * Makes the function's OpenMP tasks read shared scalars themselves, when they are executed. If a task does not write a
 * scalar, gcc makes the creator read it and pass the value on. The compiled program would then lack the task's read,
 * and a race with that read would be missed.
 *
 * Adds calls for `distribute` loops whose iterations the teams do not divide further among their threads. The calls
 * announce each iteration (inside/openmp/distribute.h), or the loop as a whole (RP_OMP_TO_TEAMS). */
void prepare_openmp ();

} // namespace raceproof

#endif
