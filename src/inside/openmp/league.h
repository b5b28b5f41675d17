#ifndef RP_INSIDE_OPENMP_LEAGUE_H
#define RP_INSIDE_OPENMP_LEAGUE_H

#include "inside/openmp/thread.h"

/* 0 teams: the program leaves it open. 0 as limit: none. */
void rp_omp_teams (void (*run) (void *), void *data, unsigned teams, unsigned thread_limit,
                   uint32_t site);

#endif
