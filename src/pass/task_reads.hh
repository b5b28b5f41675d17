// Scalars that an OpenMP task only reads, with gcc.
#ifndef RP_PASS_TASK_READS_HH
#define RP_PASS_TASK_READS_HH

namespace raceproof
{

/* The current function has not been lowered yet. Its tasks read shared scalars themselves, when they are executed: of
 * those that a task does not write, gcc has the creator read them and hand the value over, so that a race with the read
 * is not in the compiled program. */
void keep_task_reads ();

} // namespace raceproof

#endif
