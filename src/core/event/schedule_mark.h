/* The mark of a loop, by which `raceproof cc` tells the library how the program wrote the loop. With gcc, loops with a
 * static schedule do not ask the library for their iterations. So `raceproof cc` gives such a loop a dynamic schedule,
 * and puts the mark into the chunk size of this schedule:
 *
 *   bits 48 to 62   RP_SCHEDULE_MARK
 *   bits 32 to 41   flags: the schedule and the clauses of the program; rp_omp_schedule (inside/openmp/schedule.h)
 *                   explains them
 *   bits 42 to 44   the bytes of the loop's variable, as a power of 2, plus 1; 0: the next paragraph does not apply
 *   bits  0 to 31   the program's own chunk size
 *
 * A loop of Fortran includes its end. gcc adds 1 to the end, or subtracts 1 if the loop counts down, and does so in the
 * type of the variable. If the end is the last value of that type, the result is the value at the other end of the
 * type, and the loop seems to have no iterations. The library recognises this by the number of bytes, which the
 * plug-in for gcc adds to the mark. */
#ifndef RP_CORE_EVENT_SCHEDULE_MARK_H
#define RP_CORE_EVENT_SCHEDULE_MARK_H

#define RP_SCHEDULE_MARK 0x5250000000000000
#define RP_SCHEDULE_MARK_MASK 0x7fff000000000000

#define RP_SCHEDULE_MARK_UNSAID 0x0000000100000000
#define RP_SCHEDULE_MARK_CONCURRENT 0x0000000200000000
#define RP_SCHEDULE_MARK_DOWN 0x0000000400000000
#define RP_SCHEDULE_MARK_DYNAMIC 0x0000000800000000
#define RP_SCHEDULE_MARK_GUIDED 0x0000001000000000
#define RP_SCHEDULE_MARK_RUNTIME 0x0000002000000000
#define RP_SCHEDULE_MARK_REPRODUCIBLE 0x0000004000000000
#define RP_SCHEDULE_MARK_SIMD 0x0000008000000000
#define RP_SCHEDULE_MARK_SIMD_CHUNKS 0x0000010000000000
#define RP_SCHEDULE_MARK_COPIES 0x0000020000000000
#define RP_SCHEDULE_MARK_BYTES_SHIFT 42
#define RP_SCHEDULE_MARK_BYTES_MASK 7

#endif
