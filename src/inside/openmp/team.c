/* Parallel regions and barriers: see thread.h. */
#include "base/panic.h"
#include "inside/engine/copy_back.h"
#include "inside/engine/engines.h"
#include "inside/engine/memory_limit.h"
#include "inside/engine/private_memory.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/depend.h"
#include "inside/openmp/environment.h"
#include "inside/openmp/front.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/group.h"
#include "inside/openmp/lock.h"
#include "inside/openmp/locks_around.h"
#include "inside/openmp/reproducible.h"
#include "inside/openmp/share.h"
#include "inside/openmp/storage.h"
#include "inside/openmp/thread.h"
#include "inside/openmp/units.h"

#include <stdlib.h>
#include <string.h>

/* Registers OpenMP as a front end. Every program that uses OpenMP has this file in it. */
static void RP_FRONT_CONSTRUCTOR
announce (void)
{
  rp_front_register (&rp_omp_front);
}

RP_FRONT_NEEDS_STEP_BAGS

/* The team of one around the whole program. Code outside all parallel regions belongs to it. */
static rp_omp_team first_team;
static rp_omp_thread first_thread;
static rp_omp_settings first_settings; /* the settings with which the program started */

uint64_t
rp_omp_next_task (void)
{
  static uint64_t last;
  return ++last;
}

static void
start (void)
{
  first_team = (rp_omp_team) { .size = 1, .threads = &first_thread, .team_count = 1 };
  first_thread = (rp_omp_thread) { .team = &first_team };
  first_thread.task
    = (rp_omp_task) { .serial = rp_omp_next_task (), .team = &first_team, .thread = &first_thread };
  rp_omp_environment_read (&first_settings);
  first_thread.task.settings = first_settings;
}

rp_omp_task *
rp_omp_current (void)
{
  rp_closure *closure = rp_current_argument ();
  if (!closure->front)
    {
      if (!first_team.size)
        start ();
      closure->front = &first_thread.task;
    }
  return closure->front;
}

uint32_t
rp_omp_enter (uintptr_t pc)
{
  uint32_t site = rp_omp_enter_between_units (pc);
  rp_omp_settle ();
  return site;
}

uint32_t
rp_omp_enter_section (uintptr_t pc)
{
  uint32_t site = rp_omp_enter_between_units (pc);
  if (rp_is_in_section ())
    rp_omp_settle ();
  return site;
}

uint32_t
rp_omp_enter_between_units (uintptr_t pc)
{
  rp_copies_out_end ();
  rp_inside_begin ();
  rp_memory_limit_check ();
  return rp_site_of (pc);
}

void
rp_omp_leave (void)
{
  rp_inside_end ();
}

void
rp_omp_unsupported (const char *construct, uint32_t site)
{
  rp_stop_unsupported (site, construct);
}

/* ---- guests ---- */

/* In exploration: records that THREAD executes an iteration, section or single. Exploration takes everything that a
 * thread executes as the thread's own. That is exact as long as the thread gets one piece of work between two barriers.
 * If the thread gets two, another thread might have got one of them, so exploration is partial. */
static void
note_executed (rp_omp_thread *thread, uint32_t site)
{
  static bool is_reported;
  if (thread->has_executed && !is_reported)
    {
      is_reported = true;
      rp_engine_partial ("one thread got several iterations, sections or singles, and others could "
                         "have got them",
                         site);
    }
  thread->has_executed = thread->is_in_open = true;
}

static uint64_t
next_stretch (void)
{
  static uint64_t stretches;
  return ++stretches;
}

static void
begin_guest (rp_omp_thread *thread, rp_task *creator, rp_creation how)
{
  thread->depends_before = rp_omp_depends_part (&thread->task);
  thread->host = thread->closure->host = (rp_task *) rp_current_task ();
  (thread->lends_locks ? rp_guest_begin_without_sections_at
                       : rp_guest_begin_at) (creator, thread->closure, how);
  rp_engine_guest_begin (rp_strand_of (thread->host));
}

void
rp_omp_guest_begin (rp_omp_thread *thread, rp_task_kind kind, long number, uint32_t site)
{
  rp_omp_guest_end (thread);
  thread->task.points_passed = 0;
  if (thread->team->size == 1 || thread->is_bound)
    return;
  if (rp_engine_is_explored ())
    {
      note_executed (thread, site);
      return;
    }
  if (!rp_engine_kind->has_guests) /* the engine does not know which task owns a stack */
    {
      rp_monitor_warn ("with the graph, iterations, sections and singles that one thread executed are not "
                       "compared with each other: --engine=bags does");
      return;
    }
  thread->latest = (rp_creation) { .kind = kind, .site = site, .note = (uint32_t) number + 1 };
  begin_guest (thread, thread->team->opener, thread->latest);
}

static void
end_guest (rp_omp_thread *thread)
{
  rp_task *host = thread->host;
  if (!host)
    return;
  thread->units = NULL;
  thread->host = thread->closure->host = NULL;
  rp_engine_guest_end (rp_strand_of (host));
  rp_guest_end (host);
  rp_omp_depends_free (&thread->task);
  thread->task.depends = thread->depends_before;
  thread->depends_before = NULL;
}

void
rp_omp_guest_end (rp_omp_thread *thread)
{
  thread->is_in_open = false;
  if (!thread->is_distributed)
    end_guest (thread);
}

void
rp_omp_distributed_begin (rp_omp_thread *thread, long number, uint32_t site)
{
  rp_omp_distributed_end (thread);
  if (thread->is_bound)
    return;
  thread->is_distributed = true;
  begin_guest (thread, thread->team->league,
               (rp_creation) { .kind = RP_TASK_DISTRIBUTED, .site = site, .note = (uint32_t) number + 1 });
}

/* T1 (thread.h): if the program has asked for the number of the team inside the iteration, the iteration counts as a
 * part of its host. */
void
rp_omp_distributed_end (rp_omp_thread *thread)
{
  if (!thread->is_distributed)
    return;
  thread->is_distributed = false;
  if (thread->is_bound && thread->host)
    rp_engine_guest_take_over (rp_strand_of (thread->host));
  end_guest (thread);
}

void
rp_omp_bind (rp_omp_task *task)
{
  rp_omp_settle ();
  rp_omp_thread *thread = task->thread;
  if (rp_current_argument () != thread->closure)
    {
      rp_omp_know_number (task);
      return;
    }
  thread->is_bound = true;
  thread->is_in_open = false;
  rp_private_memory_run (thread->closure);
  if (thread->host && rp_is_in_own_finish ())
    return;
  if (thread->host)
    rp_engine_guest_take_over (rp_strand_of (thread->host));
  rp_omp_depends *own = rp_omp_depends_part (&thread->task);
  end_guest (thread);
  thread->is_distributed = false;
  rp_omp_depends *before = rp_omp_depends_part (&thread->task);
  rp_omp_depends_join (&thread->task, own);
  rp_omp_depends_join (&thread->task, before);
  if (thread->task.child_list)
    rp_omp_know_number (&thread->task);
}

/* T1 for threads that get their numbers from a shared counter, by an atomic operation that returns the counter's
 * value. Binds the running thread. Does nothing
 *   - if the program ignores the value: the operation is an update;
 *   - behind the iterations of a loop, and behind the body of a scope construct: gcc itself makes atomic operations
 *     there, for reductions;
 *   - in a loop, and in a guest such as a section or single: the number belongs to the unit, not to the thread;
 *   - in an explicit task that was deferred. */
void
rp_omp_took_number (void)
{
  rp_omp_task *task = rp_omp_current ();
  rp_omp_thread *thread = task->thread;
  bool is_update = task->is_updating || task->updates_next || task->is_scope_ending
                   || task->scope == RP_OMP_BEHIND_SCOPE_BODY;
  task->updates_next = false;
  /* true also in loops whose units are no guests */
  bool is_in_loop = thread->is_in_static || (thread->share && thread->begun != thread->ended);
  if (is_update || is_in_loop || thread->is_behind_loop || thread->is_bound || thread->host
      || rp_current_argument () != thread->closure)
    return;
  thread->is_bound = true;
  rp_private_memory_run (thread->closure);
}

/* T1 for threads that kept their numbers from an earlier region. */
void
rp_omp_read_number (void)
{
  rp_omp_bind (rp_omp_current ());
}

/* ---- threads ---- */

uint32_t
rp_omp_next_serial (void)
{
  static uint32_t serial;
  return ++serial;
}

/* Returns a team of SIZE threads inside the team of OPENER. The threads do not exist yet. */
static rp_omp_team
inner_team (rp_omp_task *opener, unsigned size, uint32_t site)
{
  const rp_omp_team *outer = opener->team;
  return (rp_omp_team) { .outer = opener->team,
                         .opener_task = opener,
                         .opener = (rp_task *) rp_current_task (),
                         .serial = rp_omp_next_serial (),
                         .size = size,
                         .level = outer->level + 1,
                         .active_level = outer->active_level + (size > 1),
                         .site = site,
                         .team_number = outer->team_number,
                         .team_count = outer->team_count };
}

static rp_creation
segment (const rp_omp_thread *thread)
{
  return (rp_creation) {
    .kind = RP_TASK_THREAD, .site = thread->team->site, .note = thread->number + 1
  };
}

/* Passes the mutexes of FROM on to TO. The first thread of a team is the thread that met the construct, so this thread
 * keeps its mutexes when the region begins, and when the region ends. */
static void
pass_mutexes (rp_task *from, rp_task *to, uint32_t site)
{
  if (rp_isolated_pass (from, to))
    rp_engine_partial ("a mutex is held across the beginning or the end of a parallel region", site);
}

static void
thread_main (void *argument)
{
  rp_closure *closure = argument;
  closure->host_high = (uintptr_t) __builtin_frame_address (0);
  closure->host_low = closure->host_high - rp_stack_left ();
  rp_omp_task *task = rp_omp_current ();
  rp_omp_team *team = task->team;
  if (task->thread->number == 0)
    pass_mutexes (team->opener, (rp_task *) rp_current_task (), team->site);
  rp_gomp_own_copy (task);
  rp_closure_run (closure);
  task = rp_omp_current ();
  rp_omp_guest_end (task->thread);
  rp_omp_forget_number (task);
  rp_omp_part (task);
  rp_omp_share_leave_all (task->thread);
  if (task->thread->number == 0)
    pass_mutexes ((rp_task *) rp_current_task (), team->opener, team->site);
  task->thread->has_ended = true;
}

static void
begin_thread (rp_omp_team *team, rp_omp_thread *thread, unsigned number)
{
  const rp_omp_task *opener = team->opener_task;
  thread->team = team;
  thread->number = number;
  thread->stretch = next_stretch ();
  thread->task = (rp_omp_task) { .serial = rp_omp_next_task (),
                                 .team = team,
                                 .thread = thread,
                                 .settings = opener->settings,
                                 .group = team->group,
                                 .is_final = opener->is_final };
  thread->closure = rp_closure_new (team->data, NULL, 0);
  thread->closure->function = team->run;
  thread->closure->front = &thread->task;
  rp_async_at (thread_main, thread->closure, segment (thread));
}

/* Gives each thread of TEAM its storage, which may start threads of the system. Called before any thread of TEAM runs:
 * while the process has one thread, the C++ library makes plain accesses where it otherwise makes atomic operations. */
static void
give_storage (rp_omp_team *team)
{
  for (unsigned i = 0; i < team->size; i++)
    {
      team->threads[i].team = team;
      team->threads[i].number = i;
      team->threads[i].storage = rp_omp_storage_for (&team->threads[i]);
    }
}

/* Ends the program if some threads of TEAM wait at a barrier and others have ended the region. Either all threads come
 * to a barrier, or none [OpenMP 5.2, 15.3.1]. If the region was cancelled, a thread may wait alone at a barrier
 * that it leaves for this reason. */
static void
check_barrier (const rp_omp_team *team)
{
  const rp_omp_thread *ended = NULL, *standing = NULL;
  for (unsigned i = 0; i < team->size; i++)
    if (team->threads[i].has_ended && !ended)
      ended = &team->threads[i];
    else if (!team->threads[i].has_ended && !standing
             && !(team->region_cancelled.is_on && team->threads[i].may_leave))
      standing = &team->threads[i];
  if (ended && standing)
    rp_stop_misuse (standing->barrier,
                    "OpenMP: thread %u waits at a barrier that thread %u of its team does not come to",
                    standing->number, ended->number);
}

/* Runs the team from one barrier to the next. Returns whether some threads wait at a barrier. */
static bool
run_phase (rp_omp_team *team, bool is_first)
{
  bool goes_on = false;
  team->share_cancelled = (rp_omp_cancellation) { 0 };
  rp_finish_begin_at (false, team->site);
  for (unsigned i = 0; i < team->size; i++)
    if (is_first)
      begin_thread (team, &team->threads[i], i);
    else if (!team->threads[i].has_ended)
      rp_go_on_at (&team->threads[i].standing, team->threads[i].closure,
                   segment (&team->threads[i]));
  rp_finish_end_at (team->site);
  rp_omp_reproducible_forget (team);
  rp_omp_static_units_forget (team);
  rp_omp_locks_around_forget (team);
  for (unsigned i = 0; i < team->size; i++)
    goes_on |= !team->threads[i].has_ended;
  check_barrier (team);
  return goes_on;
}

static void
free_team (rp_omp_team *team)
{
  for (unsigned i = 0; i < team->size; i++)
    rp_closure_release (team->threads[i].closure);
  rp_omp_shares_free (team);
  free (team->threads);
}

/* A team of one. The task that met the construct executes the whole region. */
typedef struct lonely_team
{
  rp_omp_team team;
  rp_omp_thread thread;
} lonely_team;

static void
begin_lonely (const rp_omp_team *team, const rp_omp_settings *settings, bool is_final)
{
  rp_closure *closure = rp_current_argument ();
  const rp_omp_task *opener = team->opener_task;
  lonely_team *own = rp_calloc (1, sizeof *own);
  own->team = *team;
  own->team.threads = &own->thread;
  own->thread = (rp_omp_thread) {
    .team = &own->team, .closure = closure, .storage = opener->thread->storage
  };
  own->thread.task = (rp_omp_task) { .serial = rp_omp_next_task (),
                                     .team = &own->team,
                                     .thread = &own->thread,
                                     .settings = *settings,
                                     .is_final = is_final };
  closure->front = &own->thread.task;
}

void
rp_omp_alone_begin (uint32_t site)
{
  rp_omp_task *opener = rp_omp_current ();
  rp_omp_team team = inner_team (opener, 1, site);
  begin_lonely (&team, &opener->settings, opener->is_final);
}

/* [OpenMP 5.2, 13.8]: the region is an initial task, at level 0, in a league of one team. It has the settings that the
 * program began with. */
void
rp_omp_initial_begin (uint32_t site)
{
  rp_omp_team team = inner_team (rp_omp_current (), 1, site);
  team.outer = NULL;
  team.level = team.active_level = 0;
  team.team_number = 0;
  team.team_count = 1;
  begin_lonely (&team, &first_settings, false);
}

void
rp_omp_alone_end (void)
{
  rp_closure *closure = rp_current_argument ();
  lonely_team *own = (lonely_team *) rp_omp_current ()->team;
  rp_omp_wait_alone (&own->thread.task, own->team.site);
  rp_omp_part (&own->thread.task);
  closure->front = own->team.opener_task;
  rp_omp_share_leave_all (&own->thread);
  rp_omp_shares_free (&own->team);
  free (own);
}

static void
run_alone (rp_omp_group *group, void (*run) (void *data), void *data, uint32_t site)
{
  rp_omp_alone_begin (site);
  rp_omp_current ()->group = group;
  rp_omp_leave ();
  run (data);
  rp_inside_begin ();
  rp_omp_alone_end ();
}

static rp_omp_team *
initial_team (rp_omp_team *team)
{
  while (team->level)
    team = team->outer;
  return team;
}

/* Returns how many threads, at most SIZE, a new region of TASK may have. The limit is for all threads of the contention
 * group [OpenMP 5.2, 10.1.1]. */
static unsigned
within_limit (unsigned size, const rp_omp_task *task)
{
  unsigned limit = task->settings.thread_limit, busy = initial_team (task->team)->busy;
  if (!limit || size + busy <= limit)
    return size;
  return limit > busy ? limit - busy : 1;
}

unsigned
rp_omp_wanted_threads (const rp_omp_task *task)
{
  return task->settings.threads ? task->settings.threads : rp_omp_environment_threads (task->team->level);
}

unsigned
rp_omp_team_size (unsigned wanted)
{
  const rp_omp_task *task = rp_omp_current ();
  unsigned size = wanted ? wanted : rp_omp_wanted_threads (task);
  if (task->team->active_level >= task->settings.most_levels)
    return 1;
  return within_limit (size, task);
}

/* Returns whether THREAD executes the body of a league, to which gcc passes a block that all teams share
 * (copy_back.h). A target region passes no such block to its teams: the code of the region executes the teams
 * itself. */
static bool
is_in_league (const rp_omp_thread *thread)
{
  return thread->team->level == 0 && thread->team->team_count > 1 && !thread->task.target;
}

/* Only the block of a region or a league is shared. A task, or a team of one, has a block for itself. */
void
rp_omp_copies_back (const void *block, size_t size)
{
  const rp_omp_task *task = rp_omp_current ();
  const rp_omp_thread *thread = task->thread;
  bool is_shared = task == &thread->task && (thread->team->size > 1 || is_in_league (thread));
  rp_copy_back_begin (block, size, is_shared ? thread->closure->argument : NULL);
  /* rp_copy_back_read must see the read that gcc adds. The fast path skips an access that its cell has already. */
  if (is_shared && block)
    rp_engine_forget ((uintptr_t) block, size);
}

void
rp_omp_parallel (void (*run) (void *data), void *data, unsigned threads, uint32_t site)
{
  rp_omp_parallel_in (NULL, run, data, threads, site);
}

void
rp_omp_parallel_in (rp_omp_group *group, void (*run) (void *data), void *data, unsigned threads,
                    uint32_t site)
{
  rp_omp_task *opener = rp_omp_current ();
  unsigned size = rp_omp_team_size (threads);
  if (size == 1)
    {
      run_alone (group, run, data, site);
      rp_omp_copies_back (data, 0);
      return;
    }
  rp_omp_team team = inner_team (opener, size, site);
  rp_monitor_watch ();
  team.group = group;
  team.run = run;
  team.data = data;
  rp_omp_coverage_team (&team, threads && threads != rp_omp_team_size (0));
  team.threads = rp_calloc (team.size, sizeof *team.threads);
  give_storage (&team);
  initial_team (opener->team)->busy += size - 1;
  for (bool is_first = true; run_phase (&team, is_first); is_first = false)
    ;
  initial_team (opener->team)->busy -= size - 1;
  rp_omp_copies_back (team.threads[0].closure->argument, 0);
  free_team (&team);
}

void
rp_omp_barrier (uint32_t site)
{
  rp_omp_task *task = rp_omp_current ();
  rp_omp_thread *thread = task->thread;
  task->is_scope_ending = false;
  if (task->team->size == 1)
    {
      rp_omp_wait_alone (task, site);
      return;
    }
  if (task->is_explicit)
    rp_stop_misuse (site, "OpenMP: a barrier inside a task region");
  rp_omp_guest_end (thread);
  rp_omp_groups_end (task, site);
  rp_omp_forget_number (task);
  rp_omp_part (task);
  thread->has_executed = false;
  thread->barrier = site;
  thread->is_standing = true;
  rp_stand_still (&thread->standing);
  thread->is_standing = false;
  thread->stretch = next_stretch ();
  rp_omp_groups_begin (task, site);
}
