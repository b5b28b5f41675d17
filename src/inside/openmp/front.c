#include "inside/openmp/front.h"

#include "inside/openmp/coverage.h"
#include "inside/openmp/environment.h"
#include "inside/openmp/lock.h"
#include "inside/openmp/other_threads.h"
#include "inside/openmp/participant.h"
#include "inside/openmp/posix.h"
#include "inside/openmp/storage.h"
#include "inside/openmp/thread.h"

static bool
is_thread (const rp_closure *closure)
{
  const rp_omp_task *task = closure->front;
  return !task || !task->thread || task->thread->closure == closure || !task->is_explicit;
}

static bool
is_bound (const rp_closure *closure, unsigned *number)
{
  const rp_omp_task *task = closure->front;
  *number = task && task->thread ? task->thread->number : 0;
  return task && task->thread && task->thread->is_bound;
}

static uint32_t
team_of (const rp_closure *closure)
{
  const rp_omp_task *task = closure->front;
  bool is_in_team
    = task && task->thread && task->thread->closure == closure && (task->team->size > 1 || task->team->league);
  return is_in_team ? task->team->serial : 0;
}

/* Returns whether the team of the task of CLOSURE is nested in team number SERIAL. A team of one, unless it belongs
 * to a league, counts as a part of the team around it, so the innermost teams of one are skipped. */
static bool
is_inside_team (const rp_closure *closure, uint32_t serial)
{
  const rp_omp_task *task = closure->front;
  const rp_omp_team *team = task ? task->team : NULL;
  while (team && team->size == 1 && !team->league)
    team = team->outer;
  while (team && (team = team->outer))
    if (team->serial == serial)
      return true;
  return false;
}

static size_t
pinned_work (const rp_closure *closure, rp_pinned_work *works, size_t most)
{
  size_t count = 0;
  for (const rp_omp_task *task = closure->front; task && task->thread && count < most;
       task = task->team->opener_task)
    {
      const rp_omp_thread *thread = task->thread;
      if (task->team->size > 1)
        works[count++]
          = (rp_pinned_work) { .stretch = thread->stretch,
                               .is_open = task->is_explicit ? task->is_of_open : thread->is_in_open,
                               .stack_low = thread->closure->stack_low,
                               .stack_high = thread->closure->stack_high };
    }
  return count;
}

const rp_front rp_omp_front = { .stack_bytes = rp_omp_stack_bytes,
                                .switch_storage = rp_omp_switch_storage,
                                .before_thread = rp_other_threads_prepare,
                                .storage_count = rp_omp_storage_count,
                                .storage_with = rp_omp_storage_with,
                                .storage_opener = rp_omp_storage_opener,
                                .find_thread_local = rp_omp_find_thread_local,
                                .is_thread = is_thread,
                                .team_of = team_of,
                                .is_inside_team = is_inside_team,
                                .is_bound = is_bound,
                                .pinned_work = pinned_work,
                                .took_number = rp_omp_took_number,
                                .read_number = rp_omp_read_number,
                                .settle = rp_omp_settle,
                                .before_input = rp_omp_before_input,
                                .after_input = rp_omp_after_input,
                                .before_output = rp_omp_before_output,
                                .is_pipe = rp_omp_is_pipe,
                                .before_close = rp_omp_before_close,
                                .after_pair = rp_omp_after_pair,
                                .shares_copy = rp_omp_shares_copy,
                                .variable_of_copy = rp_omp_variable_of_copy,
                                .passes_data = true,
                                .names_locks = true,
                                .lock_address = rp_omp_lock_address,
                                .is_lock = rp_omp_is_lock,
                                .construct_at = rp_omp_construct_at,
                                .write_coverage = rp_omp_write_coverage };
