/* `distribute` loops without `parallel for`, `simd` or a dist_schedule clause: which team gets an iteration is for the
 * implementation to say [OpenMP 5.2, 11.6]. They are dealt out as gcc and clang do it, in blocks, and each iteration is a
 * task of its own, which any team might have got. What `raceproof cc` adds to the compilers calls the library at the
 * beginning of each iteration, and behind the loop (compile/gcc_plugin/gcc_openmp.cc, compile/clang_plugin/iterations.cc).
 *
 * The iterations of other such loops are judged by teams, and the report says so. So are these where the iterations of
 * loops without a clause count as scheduled, where the engine knows no guests, and in teams that have asked for their
 * number. */
#ifndef RP_INSIDE_OPENMP_DISTRIBUTE_H
#define RP_INSIDE_OPENMP_DISTRIBUTE_H

#include "inside/openmp/thread.h"

/* The running team comes to the loop at SITE, and gets iterations from number FIRST on. */
void rp_omp_distribute_deal (rp_omp_thread *thread, uint64_t first, uint32_t site);

/* T1: the program asks for the number of the running team. */
void rp_omp_distribute_bind (void);

/* A critical section is entered. It keeps the threads of one team apart, and not those of two [OpenMP 5.2, 15.2]: two
 * iterations that the same team executed are kept apart by it, where others might not be. So the report names the loop. */
void rp_omp_distribute_critical (void);

#endif
