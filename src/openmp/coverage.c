#include "openmp/coverage.h"

#include "hooks/raw_report.h"
#include "openmp/environment.h"

#include <stdlib.h>

/* Who said how large a team is, as bits. */
enum
{
  BY_DEFAULT = 1,
  BY_ENVIRONMENT = 2, /* OMP_NUM_THREADS */
  BY_PROGRAM = 4,     /* omp_set_num_threads */
  BY_CLAUSE = 8,
  SOURCES = 4
};

enum
{
  PARALLEL = 1,
  TEAMS
};

static unsigned least, most, sources;
static bool is_grouped, is_together;
static rp_map constructs; /* site -> PARALLEL or TEAMS */

static unsigned
source_of (const rp_omp_team *team, bool has_clause)
{
  if (has_clause)
    return BY_CLAUSE;
  if (team->opener_task->settings.threads)
    return BY_PROGRAM;
  return rp_omp_environment_has_threads () ? BY_ENVIRONMENT : BY_DEFAULT;
}

void
rp_omp_coverage_team (const rp_omp_team *team, bool has_clause)
{
  rp_engine_has_openmp ();
  least = !least || team->size < least ? team->size : least;
  most = team->size > most ? team->size : most;
  sources |= source_of (team, has_clause);
  *rp_map_insert (&constructs, team->site, NULL) = PARALLEL;
}

void
rp_omp_coverage_league (uint32_t site)
{
  rp_engine_has_openmp ();
  *rp_map_insert (&constructs, site, NULL) = TEAMS;
}

void
rp_omp_coverage_grouped (void)
{
  is_grouped = true;
}

void
rp_omp_coverage_together (const rp_omp_team *team, uint64_t count)
{
  is_together |= team->size > 1 && count > 1;
}

void
rp_omp_coverage_data (void *data)
{
  const rp_omp_thread *thread = rp_omp_current ()->thread;
  if (thread->team->size > 1)
    thread->closure->argument = data;
}

/* ---- what the report asks ---- */

const char *
rp_omp_construct_at (uint32_t site)
{
  const uint64_t *construct = rp_map_find (&constructs, site);
  return !construct ? "taskgroup" : *construct == TEAMS ? "teams" : "parallel";
}

void
rp_omp_write_coverage (rp_json *json)
{
  static const char *const names[SOURCES]
    = { "default", "OMP_NUM_THREADS", "omp_set_num_threads", "num_threads" };
  rp_json_object (json, "openmp");
  rp_json_array (json, "threads");
  for (int i = 0; i < 2 && most; i++)
    rp_json_number (json, NULL, i ? most : least);
  rp_json_array_end (json);
  rp_json_array (json, "threads_by");
  for (int i = 0; i < SOURCES; i++)
    if (sources & 1u << i)
      rp_json_string (json, NULL, names[i]);
  rp_json_array_end (json);
  rp_json_string (json, "loops", rp_omp_loops_name ());
  rp_json_bool (json, "together", is_together);
  rp_json_bool (json, "grouped", is_grouped);
  rp_json_object_end (json);
}
