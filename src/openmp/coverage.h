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

/* The loop at SITE, of COUNT iterations in TEAM, is judged by GRAIN, threads or chunks, since the program's SCHEDULE
 * clause says so. */
void rp_omp_coverage_together (const rp_omp_team *team, const rp_omp_schedule *schedule, rp_omp_grain grain,
                               uint64_t count, uint32_t site);

/* The loop at SITE is dealt out to teams, that of TEAM among them, which gets iterations that are not judged singly. */
void rp_omp_coverage_to_teams (const rp_omp_team *team, uint32_t site);

/* gcc: the loop at SITE is combined with its region, whose body is the function at PC. */
void rp_omp_coverage_combined (uint32_t site, uintptr_t pc);

/* Two equal static loops, that at SITE and one at OTHER, were executed without a barrier in between. */
void rp_omp_coverage_equal (uint32_t site, uint32_t other);

/* The data that the running thread shares with its team, where the compiler's function gets other
 * than what the team was begun with: variables in it have names. */
void rp_omp_coverage_data (void *data);

#endif
