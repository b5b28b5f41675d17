// What gcc does with OpenMP constructs, in all languages, before it lowers them.
#ifndef RP_COMPILE_GCC_PLUGIN_GCC_OPENMP_HH
#define RP_COMPILE_GCC_PLUGIN_GCC_OPENMP_HH

namespace raceproof
{

/* The current function has not been lowered yet.
 *
 * Its tasks read shared scalars themselves, when they are executed: of those that a task does not write, gcc has the
 * creator read them and hand the value over, so that a race with the read is not in the compiled program.
 *
 * And its loops that are dealt out to teams, and to nobody else, are told to the run-time library: RP_OMP_TO_TEAMS. */
void prepare_openmp ();

} // namespace raceproof

#endif
