/* Collects facts about the scope of the verdict, for the report: the sizes of teams and how they were determined, and
 * how the iterations of loops were distributed. Also records the sites at which `parallel` and `teams` constructs
 * began, so that a report can name the construct whose end joins two tasks. */
#ifndef RP_INSIDE_OPENMP_COVERAGE_H
#define RP_INSIDE_OPENMP_COVERAGE_H

#include "base/json.h"
#include "inside/openmp/thread.h"

/* TEAM begins, at TEAM->site. HAS_CLAUSE: a num_threads clause gives another size than the settings would. */
void rp_omp_coverage_team (const rp_omp_team *team, bool has_clause);

/* A league of teams begins at SITE. */
void rp_omp_coverage_league (uint32_t site);

/* Neighbouring iterations of a loop were compared as one unit, because the loop has too many iterations. */
void rp_omp_coverage_grouped (void);

/* TEAM executes the loop at SITE, which has COUNT iterations. GRAIN is the thread or the chunk. The iterations of
 * one thread or chunk are not compared with each other, because SCHEDULE, or the option loops=as-scheduled, says
 * that one thread executes them in order. */
void rp_omp_coverage_together (const rp_omp_team *team, const rp_omp_schedule *schedule, rp_omp_grain grain,
                               uint64_t count, uint32_t site);

/* The iterations of the loop at SITE are distributed among teams. The iterations that TEAM gets are not compared
 * with each other. Does nothing if the league has one team. */
void rp_omp_coverage_to_teams (const rp_omp_team *team, uint32_t site);

/* gcc: the loop at SITE is combined with its region, whose body is the function at PC. */
void rp_omp_coverage_combined (uint32_t site, uintptr_t pc);

/* Two equal static loops (reproducible.h), one at SITE and one at OTHER, were executed without a barrier in between. */
void rp_omp_coverage_equal (uint32_t site, uint32_t other);

/* The running thread calls the body of its parallel region with DATA, not with the data that rp_omp_parallel got. The
 * report takes the names of variables from DATA. */
void rp_omp_coverage_data (void *data);

/* Functions that the verifier calls: inside/front/front.h. rp_omp_construct_at returns "taskgroup" for sites at which
 * neither `parallel` nor `teams` began. */
const char *rp_omp_construct_at (uint32_t site);
void rp_omp_write_coverage (rp_json *json);

#endif
