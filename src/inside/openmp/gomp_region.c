/* gcc's ABI: parallel regions and what threads meet in them. */
#include "base/panic.h"
#include "inside/engine/copy_back.h"
#include "inside/engine/simd.h"
#include "inside/openmp/cancel.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/gomp_simd.h"
#include "inside/openmp/gomp_start.h"
#include "inside/openmp/league.h"
#include "inside/openmp/lock.h"
#include "inside/openmp/locks_around.h"
#include "inside/openmp/ordered.h"
#include "inside/openmp/share.h"
#include "inside/writer/object_files.h"

#include <stdlib.h>

void
GOMP_parallel (void (*run) (void *), void *data, unsigned threads, unsigned flags)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) flags;
  rp_units_body ((uintptr_t) run);
  rp_omp_parallel (run, data, threads, site);
  rp_omp_leave ();
}

void
GOMP_barrier (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_barrier (site);
  rp_omp_leave ();
}

bool
GOMP_barrier_cancel (void)
{
  uint32_t site = RP_OMP_ENTER ();
  bool is_over = rp_omp_barrier_cancel (site);
  rp_omp_leave ();
  return is_over;
}

/* ---- single ---- */

/* The running thread meets a single. Returns whether the thread executes the body. If `raceproof cc` has rewritten the
 * single (compile/rewrite/rewrite.h), or the plug-in for gcc has marked it (fortran_marks.cc), goes_on_with_single ends
 * the single behind the body. Otherwise the code behind the body counts as a part of the single until the thread meets
 * the next construct. */
static bool
begin_single (uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  bool is_first;
  rp_omp_share_enter (thread, RP_TASK_SINGLE, site, &is_first);
  rp_omp_locks_around_meet (thread);
  bool is_ours = rp_omp_is_executor (thread);
  rp_omp_share_leave (thread);
  if (is_ours)
    rp_omp_guest_begin (thread, RP_TASK_SINGLE, -1, site);
  thread->is_before_single = is_ours;
  return is_ours;
}

/* RP_REWRITE_SINGLE of compile/rewrite/rewrite.h: `raceproof cc` puts a loop around the statement of a single, and the
 * loop calls this before each turn. In Fortran two calls, before and behind the statement, replace the loop. Returns
 * true before the statement. Behind the statement, ends the single and returns false. */
static bool
goes_on_with_single (void)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  bool goes_on = thread->is_before_single;
  thread->is_before_single = false;
  if (!goes_on)
    rp_omp_guest_end (thread);
  return goes_on;
}

bool
GOMP_single_start (void)
{
  uint32_t site = RP_OMP_ENTER ();
  bool is_ours = begin_single (site);
  rp_omp_leave ();
  return is_ours;
}

/* single with copyprivate. Returns NULL in the thread that executes the body. The other threads wait until that thread
 * has published its data, and get the address of the data. gcc calls a barrier for all threads afterwards. */
void *
GOMP_single_copy_start (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_thread *thread = rp_omp_current ()->thread;
  bool is_first;
  void *data = NULL;
  rp_omp_share *share = rp_omp_share_enter (thread, RP_TASK_SINGLE, site, &is_first);
  if (is_first)
    share->published = rp_promise_new_at (RP_WAIT_SINGLE, site);
  rp_omp_locks_around_meet (thread);
  if (rp_omp_is_executor (thread))
    {
      rp_omp_guest_begin (thread, RP_TASK_SINGLE, -1, site);
    }
  else
    {
      rp_promise_wait_at (share->published, site);
      data = share->data;
      rp_omp_share_leave (thread);
    }
  rp_omp_leave ();
  return data;
}

void
GOMP_single_copy_end (void *data)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_thread *thread = rp_omp_current ()->thread;
  thread->share->data = data;
  rp_promise_put_at (thread->share->published, site);
  rp_omp_share_leave (thread);
  rp_omp_leave ();
}

/* ---- sections: a loop over the numbers of the sections, from 1 on ---- */

static unsigned
next_section (void)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  uint64_t first, last;
  return rp_omp_loop_next (thread, &first, &last) ? (unsigned) first + 1 : 0;
}

static void
begin_sections (unsigned count, uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_omp_loop_begin (thread, 1, 1, count, rp_omp_any_schedule (), site);
  thread->share->kind = RP_TASK_SECTION;
}

/* RP_REWRITE_UPDATE: `raceproof cc` puts a loop around an atomic update, and the loop calls this before each turn.
 * Returns true before the update, and false behind it. The call orders nothing, so the running unit does not become a
 * task. It needs no site, and comes twice for each update, so it does no more than necessary. */
static bool
tell_update (void)
{
  rp_copies_out_end ();
  rp_inside_begin ();
  rp_omp_task *task = rp_omp_current ();
  task->is_updating = !task->is_updating;
  bool goes_on = task->is_updating;
  rp_omp_leave ();
  return goes_on;
}

/* RP_REWRITE_SCOPE: called before and behind a scope construct with reductions. Returns true before the construct, and
 * false behind it. If the body calls a function that has a scope construct, this inner construct counts as inside of
 * the body. */
static bool
goes_on_with_scope (rp_omp_task *task)
{
  if (task->scope == RP_OMP_BEHIND_SCOPE_BODY)
    {
      task->scope = task->outer_scopes ? RP_OMP_IN_SCOPE_BODY : RP_OMP_OUTSIDE_SCOPE;
      task->outer_scopes -= task->outer_scopes > 0;
      return false;
    }
  task->outer_scopes += task->scope == RP_OMP_IN_SCOPE_BODY;
  task->scope = RP_OMP_BEFORE_SCOPE_BODY;
  return true;
}

/* RP_REWRITE_SCOPE_BODY: called before and behind the body. Returns true before the body, and false behind it. */
static bool
goes_on_with_scope_body (rp_omp_task *task)
{
  bool is_behind = task->scope == RP_OMP_IN_SCOPE_BODY;
  task->scope = is_behind ? RP_OMP_BEHIND_SCOPE_BODY : RP_OMP_IN_SCOPE_BODY;
  return !is_behind;
}

/* Calls the one of the two functions above that COUNT stands for, and returns its result. The call orders nothing, so
 * the running unit does not become a task. */
static bool
tell_scope (unsigned count, uintptr_t pc)
{
  rp_omp_enter_between_units (pc);
  rp_omp_task *task = rp_omp_current ();
  bool goes_on = count == RP_OMP_SCOPE ? goes_on_with_scope (task) : goes_on_with_scope_body (task);
  rp_omp_leave ();
  return goes_on;
}

void
rp_omp_remark_hidden (void)
{
  static bool is_reported;
  if (!is_reported)
    rp_monitor_remark (RP_REMARK_UNSEEN, "a loop with an inscan reduction or over another shape than a rectangle, or a "
                                         "`loop` or `workshare` construct of the kinds that docs/openmp.md names, was "
                                         "executed: its iterations were not seen one by one");
  is_reported = true;
}

/* RP_REWRITE_HIDDEN: called before and behind a loop whose iterations are not seen. Returns true before the loop, and
 * false behind it. */
static bool
goes_on_with_hidden (void)
{
  rp_omp_task *task = rp_omp_current ();
  task->is_in_hidden = !task->is_in_hidden;
  rp_omp_remark_hidden ();
  return task->is_in_hidden;
}

/* RP_REWRITE_DISTRIBUTE, RP_REWRITE_DISTRIBUTE_SIMD: called before and behind a loop that is distributed among teams.
 * Returns true before the loop, and false behind it. From the first call on writes do not count; NOW says until when
 * (inside/engine/copy_back.h). */
static bool
goes_on_with_distribute (rp_copies_out now)
{
  rp_omp_task *task = rp_omp_current ();
  task->copies_out = task->copies_out ? RP_COPIES_OUT_NOTHING : now;
  rp_copies_out_expect (task->copies_out);
  return task->copies_out;
}

/* RP_OMP_TO_TEAMS: called before a loop that is distributed among teams. The call is the plug-in's, not the
 * program's, so tell_teams does not use RP_OMP_ENTER: see rp_omp_distribute_begin. */
static void
tell_teams (uintptr_t pc)
{
  rp_inside_begin ();
  rp_omp_coverage_to_teams (rp_omp_current ()->team, rp_site_of (pc));
  rp_omp_leave ();
}

unsigned
GOMP_sections_start (unsigned count)
{
  if (count == RP_OMP_TO_TEAMS)
    {
      tell_teams ((uintptr_t) __builtin_return_address (0));
      return 0;
    }
  if (count == RP_OMP_NO_SECTIONS)
    return tell_update ();
  if (count == RP_OMP_SCOPE || count == RP_OMP_SCOPE_BODY)
    return tell_scope (count, (uintptr_t) __builtin_return_address (0));
  uint32_t site = RP_OMP_ENTER ();
  if (count >= RP_OMP_HIDDEN_LOOP && count <= RP_OMP_DISTRIBUTE_SIMD)
    {
      bool goes_on = count == RP_OMP_HIDDEN_LOOP  ? goes_on_with_hidden ()
                     : count == RP_OMP_DISTRIBUTE ? goes_on_with_distribute (RP_COPIES_OUT_UNLESS_DEALT)
                                                  : goes_on_with_distribute (RP_COPIES_OUT_UNTIL_BODY);
      rp_omp_leave ();
      return goes_on;
    }
  if (rp_gomp_simd_is_asked (count))
    {
      bool goes_on = rp_gomp_simd_goes_on (count, site, RP_SIMD_FRAME);
      rp_omp_leave ();
      return goes_on;
    }
  begin_sections (count, site);
  unsigned section = next_section ();
  rp_omp_leave ();
  return section;
}

unsigned
GOMP_sections2_start (unsigned count, uintptr_t *reductions, void **memory)
{
  uint32_t site = RP_OMP_ENTER ();
  begin_sections (count, site);
  rp_gomp_share_extras (rp_omp_current ()->thread, reductions, memory);
  unsigned section = next_section ();
  rp_omp_leave ();
  return section;
}

unsigned
GOMP_sections_next (void)
{
  RP_OMP_ENTER ();
  unsigned section = rp_omp_current ()->thread->share ? next_section () : goes_on_with_single ();
  rp_omp_leave ();
  return section;
}

void
GOMP_sections_end (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_share_leave (rp_omp_current ()->thread);
  rp_omp_barrier (site);
  rp_omp_leave ();
}

bool
GOMP_sections_end_cancel (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_share_leave (rp_omp_current ()->thread);
  bool is_over = rp_omp_barrier_cancel (site);
  rp_omp_leave ();
  return is_over;
}

void
GOMP_sections_end_nowait (void)
{
  RP_OMP_ENTER ();
  rp_omp_share_leave (rp_omp_current ()->thread);
  rp_omp_leave ();
}

typedef struct combined
{
  void (*run) (void *data);
  void *data;
  unsigned count;
  uint32_t site;
} combined;

static void
run_sections (void *argument)
{
  const combined *own = argument;
  rp_inside_begin ();
  rp_omp_coverage_data (own->data);
  begin_sections (own->count, own->site);
  rp_inside_end ();
  own->run (own->data);
}

void
GOMP_parallel_sections (void (*run) (void *), void *data, unsigned threads, unsigned count,
                        unsigned flags)
{
  uint32_t site = RP_OMP_ENTER ();
  combined own = { run, data, count, site };
  (void) flags;
  rp_units_body ((uintptr_t) run);
  rp_omp_parallel (run_sections, &own, threads, site);
  rp_omp_leave ();
}

void
GOMP_parallel_sections_start (void (*run) (void *), void *data, unsigned threads, unsigned count)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_gomp_opened *opened = rp_gomp_opened_new (run, data, (uintptr_t) __builtin_frame_address (0), site);
  combined *own = rp_calloc (1, sizeof *own);
  *own = (combined) { rp_gomp_opened_run, opened, count, site };
  rp_gomp_open (opened, run_sections, own, threads);
  rp_omp_leave ();
}

void
GOMP_scope_start (uintptr_t *reductions)
{
  uint32_t site = RP_OMP_ENTER ();
  bool is_first;
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_omp_share_enter (thread, RP_TASK_SECTION, site, &is_first);
  rp_gomp_share_extras (thread, reductions, NULL);
  rp_omp_leave ();
}

/* ---- mutual exclusion and order ---- */

char rp_gomp_unnamed_critical, rp_gomp_atomic_lock;

void
GOMP_critical_start (void)
{
  uint32_t site = rp_omp_enter_section ((uintptr_t) __builtin_return_address (0));
  rp_omp_critical (&rp_gomp_unnamed_critical, site);
  rp_omp_leave ();
}

void
GOMP_critical_end (void)
{
  uint32_t site = rp_omp_enter_between_units ((uintptr_t) __builtin_return_address (0));
  rp_omp_end_critical (&rp_gomp_unnamed_critical, site);
  rp_omp_leave ();
}

/* The address of the word NAME identifies the critical section. */
void
GOMP_critical_name_start (void **name)
{
  uint32_t site = rp_omp_enter_section ((uintptr_t) __builtin_return_address (0));
  rp_omp_critical (name, site);
  rp_omp_leave ();
}

void
GOMP_critical_name_end (void **name)
{
  uint32_t site = rp_omp_enter_between_units ((uintptr_t) __builtin_return_address (0));
  rp_omp_end_critical (name, site);
  rp_omp_leave ();
}

void
GOMP_atomic_start (void)
{
  uint32_t site = rp_omp_enter_section ((uintptr_t) __builtin_return_address (0));
  rp_omp_begin_section (rp_omp_unordered_object (&rp_gomp_atomic_lock), site);
  rp_omp_leave ();
}

void
GOMP_atomic_end (void)
{
  uint32_t site = rp_omp_enter_between_units ((uintptr_t) __builtin_return_address (0));
  rp_omp_end_section (rp_omp_unordered_object (&rp_gomp_atomic_lock), site);
  rp_omp_current ()->updates_next = false;
  rp_omp_leave ();
}

void
GOMP_ordered_start (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_ordered_begin (site);
  rp_omp_leave ();
}

void
GOMP_ordered_end (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_ordered_end (site);
  rp_omp_leave ();
}

/* ---- cancellation ---- */

/* Returns the kind of construct that WHICH names. gcc has one bit for each kind. */
static rp_omp_cancelled
what_of (int which)
{
  enum
  {
    PARALLEL = 1,
    TASKGROUP = 8
  };
  return which & PARALLEL    ? RP_OMP_CANCEL_PARALLEL
         : which & TASKGROUP ? RP_OMP_CANCEL_TASKGROUP
                             : RP_OMP_CANCEL_SHARE;
}

/* DO_CANCEL is the value of the if clause. If it is false, the construct is a cancellation point. */
bool
GOMP_cancel (int which, bool do_cancel)
{
  uint32_t site = RP_OMP_ENTER ();
  bool is_over = do_cancel ? rp_omp_cancel (what_of (which), site) : rp_omp_leaves_cancelled (what_of (which));
  rp_omp_leave ();
  return is_over;
}

bool
GOMP_cancellation_point (int which)
{
  RP_OMP_ENTER ();
  bool is_over = rp_omp_leaves_cancelled (what_of (which));
  rp_omp_leave ();
  return is_over;
}

/* ---- teams and target regions, on the host ---- */

void
GOMP_teams_reg (void (*run) (void *), void *data, unsigned teams, unsigned thread_limit,
                unsigned flags)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) flags;
  rp_units_body ((uintptr_t) run);
  rp_omp_teams (run, data, teams, thread_limit, site);
  rp_omp_leave ();
}
