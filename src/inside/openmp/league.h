#ifndef RP_INSIDE_OPENMP_LEAGUE_H
#define RP_INSIDE_OPENMP_LEAGUE_H

#include "inside/openmp/thread.h"

/* Executes a `teams` construct: each team of the league calls RUN (DATA). TEAMS and THREAD_LIMIT are the values of the
 * clauses; 0: the settings decide. */
void rp_omp_teams (void (*run) (void *), void *data, unsigned teams, unsigned thread_limit,
                   uint32_t site);

#endif
