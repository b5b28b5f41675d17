#include "inside/openmp/coverage.h"

#include "inside/openmp/environment.h"
#include "inside/writer/report_writer.h"

#include <stdlib.h>

/* How the size of a team was determined, as bits. */
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

/* Which iterations of a loop count as ordered, as bits. */
enum
{
  OF_THREAD = 1, /* the iterations of a thread */
  OF_CHUNK = 2,  /* the iterations of a chunk */
  OF_EQUAL = 4,  /* the iterations of two equal loops that one thread executes */
  MAX_LOOPS = 1000
};

static unsigned least, most, sources;
static bool is_grouped, is_together;
static rp_map relied_on; /* site of a loop -> OF_ bits */
static rp_map to_teams;  /* site of a loop whose iterations are distributed among teams -> 1 */
static rp_map bodies;    /* gcc: site of a combined construct -> address of its body */
static rp_map constructs; /* site of a construct -> PARALLEL or TEAMS */

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

static void
rely_on (uint32_t site, unsigned what)
{
  uint64_t *known = rp_map_find (&relied_on, site);
  if (known)
    *known |= what;
  else if (relied_on.count < MAX_LOOPS)
    *rp_map_insert (&relied_on, site, NULL) = what;
}

/* The report names the loop only if some thread or chunk has more than one iteration. */
void
rp_omp_coverage_together (const rp_omp_team *team, const rp_omp_schedule *schedule, rp_omp_grain grain,
                          uint64_t count, uint32_t site)
{
  bool is_parallel = team->size > 1 && count > 1;
  is_together |= is_parallel;
  if (is_parallel && grain == RP_OMP_BY_CHUNK)
    rely_on (site, OF_CHUNK);
  else if (is_parallel && (schedule->chunk > 1 || count > team->size))
    rely_on (site, OF_THREAD);
}

void
rp_omp_coverage_to_teams (const rp_omp_team *team, uint32_t site)
{
  if (team->team_count > 1 && to_teams.count < MAX_LOOPS)
    *rp_map_insert (&to_teams, site, NULL) = 1;
}

void
rp_omp_coverage_combined (uint32_t site, uintptr_t pc)
{
  *rp_map_insert (&bodies, site, NULL) = pc;
}

void
rp_omp_coverage_equal (uint32_t site, uint32_t other)
{
  rely_on (site, OF_THREAD | OF_EQUAL);
  rely_on (other, OF_THREAD | OF_EQUAL);
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

static void
write_relied_on (rp_json *json)
{
  rp_json_array (json, "relied_on");
  for (size_t i = 0; i < relied_on.capacity; i++)
    if (relied_on.used[i])
      {
        rp_json_object (json, NULL);
        rp_json_bool (json, "thread", relied_on.entries[i].value & OF_THREAD);
        rp_json_bool (json, "chunk", relied_on.entries[i].value & OF_CHUNK);
        rp_json_bool (json, "equal", relied_on.entries[i].value & OF_EQUAL);
        rp_write_stack (json, "stack", (uint32_t) relied_on.entries[i].key);
        const uint64_t *body = rp_map_find (&bodies, relied_on.entries[i].key);
        if (body)
          rp_write_address (json, "body", *body);
        rp_json_object_end (json);
      }
  rp_json_array_end (json);
}

static void
write_to_teams (rp_json *json)
{
  rp_json_array (json, "to_teams");
  for (size_t i = 0; i < to_teams.capacity; i++)
    if (to_teams.used[i])
      {
        rp_json_object (json, NULL);
        rp_write_stack (json, "stack", (uint32_t) to_teams.entries[i].key);
        rp_json_object_end (json);
      }
  rp_json_array_end (json);
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
  write_relied_on (json);
  write_to_teams (json);
  rp_json_object_end (json);
}
