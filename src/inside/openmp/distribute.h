/* `distribute` loops without `parallel for`, `simd` or a dist_schedule clause. The implementation decides which team
 * gets an iteration [OpenMP 5.2, 11.6]. Here teams get blocks, as with gcc and clang, and each iteration is a task of
 * its own, since any team might have got it. The plug-ins add calls of the library at the beginning of each iteration
 * and behind the loop. The plug-in for gcc also adds a call before the loop (compile/gcc_plugin/gcc_openmp.cc,
 * compile/clang_plugin/iterations.cc).
 *
 * In other `distribute` loops, all iterations of a team count as one task, and the report says so if the league has
 * several teams. The loops above are treated the same way
 *   - with --loops=as-scheduled,
 *   - if the engine does not support guests, or the program is explored,
 *   - in a team that has asked for its number. */
#ifndef RP_INSIDE_OPENMP_DISTRIBUTE_H
#define RP_INSIDE_OPENMP_DISTRIBUTE_H

#include "inside/openmp/thread.h"

/* The running team, whose initial thread is THREAD, comes to the `distribute` loop at SITE, and gets iterations from
 * number FIRST on. */
void rp_omp_distribute_deal (rp_omp_thread *thread, uint64_t first, uint32_t site);

/* Called when the program asks for the number of the running team. From then on the team may use data that belong to
 * its number, so everything that it executes counts as its own: T1 (thread.h). */
void rp_omp_distribute_bind (void);

/* Called when a critical section is entered. A critical section excludes threads of its own team only [OpenMP 5.2,
 * 15.2]. If one team executes two iterations of a `distribute` loop in this run, the section excludes them from each
 * other. In another schedule two teams could execute them, and the section would not exclude them. The verdict does not
 * cover those schedules, so the report names the loop. */
void rp_omp_distribute_critical (void);

#endif
