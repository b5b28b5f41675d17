/* teams on the host: a league of teams, each with an initial thread of its own. The teams cannot synchronise
 * with each other [OpenMP 5.2, 10.2]. */
#include "inside/openmp/league.h"

#include "base/panic.h"
#include "inside/engine/copy_back.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/storage.h"

#include <stdlib.h>

enum
{
  DEFAULT_TEAMS = 2 /* the least number that shows a race between two teams */
};

typedef struct begun_team
{
  rp_omp_team team;
  rp_omp_thread thread;
} begun_team;

static void
team_main (void *argument)
{
  rp_closure *closure = argument;
  begun_team *own = closure->argument;
  void *data = own->team.data;
  closure->argument = data;
  closure->function = own->team.run;
  closure->host_high = (uintptr_t) __builtin_frame_address (0);
  closure->host_low = closure->host_high - rp_stack_left ();
  rp_copies_out_expect (own->team.opener_task->copies_out);
  rp_closure_run (closure);
  rp_omp_distributed_end (&own->thread);
  free (own);
  rp_closure_release (closure);
}

static void
begin_team (const rp_omp_team *like, const rp_omp_task *opener, unsigned number)
{
  begun_team *own = rp_calloc (1, sizeof *own);
  own->team = *like;
  own->team.threads = &own->thread;
  own->team.team_number = number;
  own->thread = (rp_omp_thread) { .team = &own->team, .closure = rp_closure_new (own, NULL, 0) };
  own->thread.task = (rp_omp_task) { .serial = rp_omp_next_task (),
                                     .team = &own->team,
                                     .thread = &own->thread,
                                     .settings = opener->settings };
  own->thread.closure->front = &own->thread.task;
  own->thread.storage = rp_omp_storage_for_team (opener->thread, number);
  rp_async_at (team_main, own->thread.closure,
               (rp_creation) { .kind = RP_TASK_TEAM, .site = like->site, .note = number + 1 });
}

void
rp_omp_teams (void (*run) (void *), void *data, unsigned teams, unsigned thread_limit, uint32_t site)
{
  rp_omp_task *opener = rp_omp_current ();
  rp_omp_settings settings = opener->settings;
  teams = teams ? teams : settings.teams;
  thread_limit = thread_limit ? thread_limit : settings.teams_limit;
  rp_omp_team like = { .outer = opener->team,
                       .serial = rp_omp_next_serial (),
                       .opener_task = opener,
                       .league = (rp_task *) rp_current_task (),
                       .size = 1,
                       .site = site,
                       .run = run,
                       .data = data,
                       .team_count = teams ? teams : DEFAULT_TEAMS };
  if (thread_limit)
    opener->settings.thread_limit = thread_limit;
  rp_omp_coverage_league (site);
  rp_finish_begin_at (false, site);
  for (unsigned i = 0; i < like.team_count; i++)
    begin_team (&like, opener, i);
  rp_finish_end_at (site);
  opener->settings = settings;
}
