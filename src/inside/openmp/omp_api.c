/* Functions of <omp.h> about teams, threads, settings and time [OpenMP 5.2, 18]. Others are in omp_lock.c,
 * omp_memory.c, omp_device.c, affinity.c, event.c (omp_fulfill_event) and kmp_api.c (places, tools, interoperability).
 *
 * Code that gcc generates calls omp_get_thread_num and omp_get_num_threads, for static loops and master, and
 * omp_get_team_num for `distribute`. So a call of these does not show that the program's own code knows the number of
 * the thread or team. `raceproof cc` directs calls that the program itself makes to rp_omp_get_thread_num and
 * rp_omp_get_team_num, which bind the thread or team (T1 of thread.h). */
#include "inside/engine/copy_back.h"
#include "inside/openmp/distribute.h"
#include "inside/openmp/environment.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/thread.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Defines the function NAME, which returns the value of the expression ANSWER. In ANSWER, TASK is the running task.
 * A unit that calls NAME does not become a task. */
#define ASK(TYPE, NAME, ANSWER) \
  TYPE NAME (void) \
  { \
    int outer = rp_inside_begin_nested (); \
    rp_omp_task *task = rp_omp_current (); \
    (void) task; \
    TYPE answer = ANSWER; \
    rp_inside_end_nested (outer); \
    return answer; \
  }

/* Returns the number of TASK's thread. But at the first call in a task of a taskloop with reductions, returns
 * the number of the task's copy: gcc's code takes the result for this number (gomp_reduction.c, G2). */
static unsigned
thread_or_copy (rp_omp_task *task)
{
  return task->next_copies ? rp_gomp_number_of_copy (task) : task->thread->number;
}

ASK (int, omp_get_thread_num, (int) thread_or_copy (task))
ASK (int, omp_get_num_threads, (int) task->team->size)
ASK (int, omp_get_max_threads, (int) rp_omp_wanted_threads (task))
ASK (int, omp_get_level, (int) task->team->level)
ASK (int, omp_get_active_level, (int) task->team->active_level)
ASK (int, omp_in_parallel, task->team->active_level > 0)
ASK (int, omp_in_final, task->is_explicit &&task->is_final)
ASK (int, omp_get_dynamic, task->settings.is_dynamic)
/* [OpenMP 5.0, 3.2.11] */
ASK (int, omp_get_nested,
     task->settings.most_levels > 1 && task->settings.most_levels > task->team->active_level)
ASK (int, omp_get_max_active_levels, (int) task->settings.most_levels)
ASK (int, omp_get_supported_active_levels, INT_MAX)
ASK (int, omp_get_thread_limit, task->settings.thread_limit ? (int) task->settings.thread_limit : INT_MAX)
/* Code that gcc generates calls the next two functions for `distribute`: see UNLESS_DEALT in copy_back.h. */
ASK (int, omp_get_num_teams, (rp_copies_out_deal (), (int) task->team->team_count))
ASK (int, omp_get_team_num, (rp_copies_out_deal (), (int) task->team->team_number))
ASK (int, omp_get_max_teams, (int) task->settings.teams)
ASK (int, omp_get_teams_thread_limit, (int) task->settings.teams_limit)
ASK (int, omp_get_cancellation, rp_omp_environment_cancels ())
ASK (int, omp_get_proc_bind, 0)
ASK (int, omp_get_num_places, 0)
ASK (int, omp_get_place_num, -1)
ASK (int, omp_get_partition_num_places, 0)
ASK (int, omp_get_num_devices, 0)
ASK (int, omp_get_default_device, 0)
ASK (int, omp_get_initial_device, 0)
ASK (int, omp_get_device_num, 0)
ASK (int, omp_is_initial_device, 1)
ASK (int, omp_get_max_task_priority, 0)

int
omp_get_num_procs (void)
{
  long processors = sysconf (_SC_NPROCESSORS_ONLN);
  return processors > 0 ? (int) processors : 1;
}

int
rp_omp_get_thread_num (void)
{
  RP_OMP_ENTER ();
  rp_omp_task *task = rp_omp_current ();
  if (task->team->size > 1)
    rp_omp_bind (task);
  int number = (int) task->thread->number;
  rp_omp_leave ();
  return number;
}

int
rp_omp_get_team_num (void)
{
  RP_OMP_ENTER ();
  rp_omp_distribute_bind ();
  int number = (int) rp_omp_current ()->team->team_number;
  rp_omp_leave ();
  return number;
}

void
omp_set_num_threads (int threads)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->settings.threads = threads > 0 ? (unsigned) threads : 0;
  rp_omp_leave ();
}

void
omp_set_num_teams (int teams)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->settings.teams = teams > 0 ? (unsigned) teams : 0;
  rp_omp_leave ();
}

void
omp_set_teams_thread_limit (int limit)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->settings.teams_limit = limit > 0 ? (unsigned) limit : 0;
  rp_omp_leave ();
}

void
omp_set_dynamic (int is_dynamic)
{
  RP_OMP_ENTER ();
  rp_omp_current ()->settings.is_dynamic = is_dynamic;
  rp_omp_leave ();
}

void
omp_set_max_active_levels (int levels)
{
  RP_OMP_ENTER ();
  if (levels >= 0)
    rp_omp_current ()->settings.most_levels = (unsigned) levels;
  rp_omp_leave ();
}

void
omp_set_nested (int is_nested)
{
  omp_set_max_active_levels (is_nested ? INT_MAX : 1);
}

void
omp_set_schedule (int kind, int chunk)
{
  RP_OMP_ENTER ();
  rp_omp_settings *settings = &rp_omp_current ()->settings;
  settings->schedule = kind & INT_MAX;
  settings->chunk = chunk;
  settings->is_schedule_said = true;
  rp_omp_leave ();
}

void
omp_get_schedule (int *kind, int *chunk)
{
  RP_OMP_ENTER ();
  *kind = rp_omp_current ()->settings.schedule;
  *chunk = rp_omp_current ()->settings.chunk;
  rp_omp_leave ();
}

static const rp_omp_team *
team_at (int level)
{
  const rp_omp_team *team = rp_omp_current ()->team;
  if (level < 0 || (unsigned) level > team->level)
    return NULL;
  while (team->level > (unsigned) level)
    team = team->outer;
  return team;
}

int
omp_get_team_size (int level)
{
  RP_OMP_ENTER ();
  const rp_omp_team *team = team_at (level);
  rp_omp_leave ();
  return team ? (int) team->size : -1;
}

int
omp_get_ancestor_thread_num (int level)
{
  RP_OMP_ENTER ();
  rp_omp_task *task = rp_omp_current ();
  const rp_omp_team *team = team_at (level);
  int number = team ? 0 : -1;
  rp_omp_bind (task);
  for (const rp_omp_task *at = task; team; at = at->team->opener_task)
    if (at->team == team)
      {
        number = (int) at->thread->number;
        break;
      }
  rp_omp_leave ();
  return number;
}

double
omp_get_wtime (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

double
omp_get_wtick (void)
{
  return 1e-9;
}

void
omp_set_default_device (int device)
{
  (void) device;
}
