/* What a verdict about the run covers, for the report: the sizes of teams and who chose them, how
 * loops were dealt out. And which construct a call of the library belongs to, since reports name
 * it. */
#ifndef RP_OPENMP_COVERAGE_H
#define RP_OPENMP_COVERAGE_H

#include "openmp/thread.h"

/* A team begins, at TEAM->site; HAS_CLAUSE: its size is another than the settings say. */
void rp_omp_coverage_team (const rp_omp_team *team, bool has_clause);

/* A league of teams begins at SITE. */
void rp_omp_coverage_league (uint32_t site);

/* Neighbouring iterations of a loop were taken together. */
void rp_omp_coverage_grouped (void);

/* A loop of COUNT iterations in TEAM is judged by threads or chunks, since the program's schedule
 * clause says so. */
void rp_omp_coverage_together (const rp_omp_team *team, uint64_t count);

/* The data that the running thread shares with its team, where the compiler's function gets other
 * than what the team was begun with: variables in it have names. */
void rp_omp_coverage_data (void *data);

#endif
