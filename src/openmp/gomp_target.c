/* gcc's ABI: target regions, executed on the host, where all data is mapped already [OpenMP 5.2, 13]. What a
 * region reads and writes is then the program's own memory, in the order of the task that encounters it; a
 * region with nowait is a task. */
#include "openmp/gomp.h"
#include "openmp/league.h"
#include "openmp/task.h"

#include "base/panic.h"
#include "hooks/context.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum
{
  DEFAULT_TEAMS = 2,
  FLAG_NOWAIT = 1 << 0
};

/* A region that a task executes. */
struct rp_gomp_target
{
  uintptr_t high; /* its frames are below */
  rp_task *met;   /* the task that met its teams */
  rp_task *aside; /* whose stack that was on; or NULL */
};

static void
run_region (void (*run) (void *), void **addresses)
{
  rp_omp_task *task = rp_omp_current ();
  struct rp_gomp_target own = { .high = (uintptr_t) __builtin_frame_address (0) };
  struct rp_gomp_target *outer = task->target;
  task->target = &own;
  rp_omp_leave ();
  run (addresses);
  rp_monitor_inside = 1;
  task->target = outer;
}

/* The same as a task: the region's function is before its addresses. */
static void
region_main (void *data)
{
  void **words = data;
  rp_monitor_inside = 1;
  run_region ((void (*) (void *)) (uintptr_t) words[0], words + 1);
  rp_omp_leave ();
}

static void
create_region (void (*run) (void *), void **addresses, size_t count, rp_omp_task_request *request)
{
  void **words = rp_malloc ((count + 1) * sizeof *words);
  words[0] = (void *) (uintptr_t) run;
  memcpy (words + 1, addresses, count * sizeof *words);
  request->run = region_main;
  request->data = words;
  request->size = (count + 1) * sizeof *words;
  request->alignment = sizeof *words;
  rp_omp_task_create (request, NULL, NULL);
  free (words);
}

void
GOMP_target_ext (int device, void (*run) (void *), size_t count, void **addresses, size_t *sizes,
                 unsigned short *kinds, unsigned flags, void **depend, void **arguments)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) device, (void) sizes, (void) arguments, (void) kinds;
  rp_gomp_depends depends = { 0 };
  if (depend)
    depends = rp_gomp_read_depends (depend);
  rp_omp_task_request request = { .is_deferred = flags & FLAG_NOWAIT,
                                  .kind = RP_TASK_EXPLICIT,
                                  .depends = depends.items,
                                  .depend_count = depends.count,
                                  .site = site };
  if (flags & FLAG_NOWAIT || depends.count)
    create_region (run, addresses, count, &request);
  else
    {
      rp_context_enter ((uintptr_t) __builtin_return_address (0));
      run_region (run, addresses);
      rp_context_leave ();
    }
  RP_VEC_CLEAR (&depends);
  rp_omp_leave ();
}

/* Mapping moves nothing here; with depend it still waits. */
static void
wait_for_depends (void **depend, uint32_t site)
{
  if (!depend)
    return;
  rp_gomp_depends depends = rp_gomp_read_depends (depend);
  rp_omp_taskwait_depend (depends.items, depends.count, site);
  RP_VEC_CLEAR (&depends);
}

void
GOMP_target_data_ext (int device, size_t count, void **addresses, size_t *sizes,
                      unsigned short *kinds)
{
  (void) device, (void) count, (void) addresses, (void) sizes, (void) kinds;
}

void
GOMP_target_end_data (void)
{
}

void
GOMP_target_update_ext (int device, size_t count, void **addresses, size_t *sizes,
                        unsigned short *kinds, unsigned flags, void **depend)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) device, (void) count, (void) addresses, (void) sizes, (void) kinds, (void) flags;
  wait_for_depends (depend, site);
  rp_omp_leave ();
}

void
GOMP_target_enter_exit_data (int device, size_t count, void **addresses, size_t *sizes,
                             unsigned short *kinds, unsigned flags, void **depend)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) device, (void) count, (void) addresses, (void) sizes, (void) kinds, (void) flags;
  wait_for_depends (depend, site);
  rp_omp_leave ();
}

/* teams inside target: the code of the region asks for its teams one after another, and executes them itself.
 * Each is a guise, so that they are parallel to each other; the frames of the region are another team's then. */
static void
begin_team (rp_omp_task *task, uint32_t site)
{
  rp_closure *closure = rp_current_argument ();
  struct rp_gomp_target *target = task->target;
  uintptr_t low = (uintptr_t) __builtin_frame_address (0);
  rp_creation how = { .kind = RP_TASK_TEAM, .site = site, .note = task->team->team_number + 1 };
  target->met = (rp_task *) rp_current_task ();
  target->aside = closure->aside;
  closure->aside = NULL;
  rp_engine_forget (low, target->high - low);
  rp_guise_begin_at (target->met, closure, how);
}

static void
end_team (const rp_omp_task *task)
{
  rp_closure *closure = rp_current_argument ();
  closure->aside = task->target->aside;
  rp_guise_end (task->target->met);
}

bool
GOMP_teams4 (unsigned low, unsigned high, unsigned thread_limit, bool is_first)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_task *task = rp_omp_current ();
  rp_omp_team *team = task->team;
  (void) low;
  if (is_first)
    {
      team->team_count = high ? high : DEFAULT_TEAMS;
      team->team_number = 0;
      if (thread_limit)
        task->settings.thread_limit = thread_limit;
      rp_finish_begin_at (false, site);
    }
  else
    {
      end_team (task);
      team->team_number++;
    }
  bool is_there = team->team_number < team->team_count;
  if (is_there)
    begin_team (task, site);
  else
    {
      rp_finish_end_at (site);
      team->team_number = 0;
      team->team_count = 1;
    }
  rp_omp_leave ();
  return is_there;
}
