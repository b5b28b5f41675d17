/* gcc's ABI: target regions, executed on the host, where all data is mapped already [OpenMP 5.2, 13]. So a
 * region accesses the program's own memory. A region with nowait, with dependences or with copies of firstprivate
 * variables is an explicit task; without nowait an undeferred one. Any other region is executed as a part of the task
 * that encounters it. */
#include "inside/openmp/coverage.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/league.h"
#include "inside/openmp/task.h"

#include "base/panic.h"
#include "inside/engine/copy_back.h"
#include "inside/stack/context.h"
#include "inside/writer/object_files.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum
{
  DEFAULT_TEAMS = 2,
  FLAG_NOWAIT = 1 << 0,
  MAP_FIRSTPRIVATE = 12, /* firstprivate aggregate: the region uses the copy that the library makes */
  MAP_KIND_BITS = 8,     /* the bits above have the logarithm of the alignment */
  ARGUMENT_ID_MASK = 0xff00,
  ARGUMENT_THREAD_LIMIT = 2 << 8,
  ARGUMENT_IN_NEXT = 1 << 7,
  ARGUMENT_VALUE_SHIFT = 16
};

/* A target region that a task executes. */
struct rp_gomp_target
{
  uintptr_t high; /* the frames of the region are below this address */
  rp_copies_out copies_out; /* set if the region's teams only execute a `distribute` loop: copy_back.h */
  rp_task *met;   /* the task that met the teams construct in the region */
  /* The members of the task's rp_closure that have these names, as they were before a team began. */
  rp_task *host;
  uintptr_t host_low, host_high;
};

/* The arguments of a region. If the region is a task, its data is this struct, then the addresses, then the copies. */
typedef struct region
{
  void (*run) (void *addresses);
  void **addresses;
  size_t count;
  const size_t *sizes;
  const unsigned short *kinds;
  unsigned thread_limit; /* 0: the default */
  rp_copies_out copies_out; /* copied from the rp_omp_task that meets the region */
  uint32_t site;
} region;

static void
run_region (const region *own)
{
  rp_omp_initial_begin (own->site);
  rp_omp_task *task = rp_omp_current ();
  struct rp_gomp_target target = { .high = (uintptr_t) __builtin_frame_address (0),
                                   .copies_out = own->copies_out };
  task->target = &target;
  if (own->thread_limit)
    task->settings.thread_limit = own->thread_limit;
  rp_omp_leave ();
  own->run (own->addresses);
  rp_inside_begin ();
  rp_omp_alone_end ();
}

static void
region_main (void *data)
{
  rp_inside_begin ();
  run_region (data);
  rp_omp_leave ();
}

/* Returns whether the library copies argument I. An optional argument that is absent has no address, and no copy. */
static bool
is_copied (const region *own, size_t i)
{
  return own->addresses[i] && own->kinds[i] % (1 << MAP_KIND_BITS) == MAP_FIRSTPRIVATE;
}

static size_t
alignment_of (const region *own, size_t i)
{
  return (size_t) 1 << (own->kinds[i] >> MAP_KIND_BITS);
}

static bool
has_copies (const region *own)
{
  for (size_t i = 0; i < own->count; i++)
    if (is_copied (own, i))
      return true;
  return false;
}

/* Places the copy of argument I behind *END. Returns the offset of the copy, and moves *END behind it. */
static size_t
place_copy (const region *own, size_t i, size_t *end)
{
  size_t alignment = alignment_of (own, i);
  size_t start = (*end + alignment - 1) / alignment * alignment;
  *end = start + own->sizes[i];
  return start;
}

/* Copies the firstprivate objects of a region into DATA, the data of the task that will execute the region. The task
 * that meets the region calls this. CONTEXT points to the address of the program's call. */
static void
fill_region (void *data, void *context)
{
  region *own = data;
  size_t end = sizeof *own + own->count * sizeof (void *);
  uintptr_t pc = *(uintptr_t *) context;
  void **addresses = (void **) (own + 1);
  memcpy (addresses, own->addresses, own->count * sizeof (void *));
  for (size_t i = 0; i < own->count; i++)
    if (is_copied (own, i))
      {
        addresses[i] = (char *) data + place_copy (own, i, &end);
        rp_inside_end ();
        rp_monitor_read ((uintptr_t) own->addresses[i], own->sizes[i], pc);
        rp_inside_begin ();
        memcpy (addresses[i], own->addresses[i], own->sizes[i]);
      }
  own->addresses = addresses;
}

static void
create_region (const region *own, rp_omp_task_request *request, uintptr_t pc)
{
  size_t end = sizeof *own + own->count * sizeof (void *), alignment = sizeof (void *);
  for (size_t i = 0; i < own->count; i++)
    if (is_copied (own, i))
      {
        place_copy (own, i, &end);
        alignment = alignment_of (own, i) > alignment ? alignment_of (own, i) : alignment;
      }
  region *model = rp_calloc (1, end);
  *model = *own;
  request->run = region_main;
  request->data = model;
  request->size = end;
  request->alignment = alignment;
  rp_omp_task_create (request, fill_region, &pc);
  free (model);
}

/* Returns the value of thread_limit in ARGUMENTS; 0 if there is none. ARGUMENTS ends with NULL. The value of a clause
 * is in the word that names the clause, or in the next word. */
static unsigned
thread_limit_in (void **arguments)
{
  unsigned limit = 0;
  while (arguments && *arguments)
    {
      intptr_t word = (intptr_t) *arguments++;
      intptr_t value = word & ARGUMENT_IN_NEXT ? (intptr_t) *arguments++ : word >> ARGUMENT_VALUE_SHIFT;
      if ((word & ARGUMENT_ID_MASK) == ARGUMENT_THREAD_LIMIT && value > 0)
        limit = value < INT32_MAX ? (unsigned) value : INT32_MAX;
    }
  return limit;
}

void
GOMP_target_ext (int device, void (*run) (void *), size_t count, void **addresses, size_t *sizes,
                 unsigned short *kinds, unsigned flags, void **depend, void **arguments)
{
  uint32_t site = RP_OMP_ENTER ();
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  (void) device;
  rp_units_body ((uintptr_t) run);
  rp_gomp_depends depends = { 0 };
  if (depend)
    depends = rp_gomp_read_depends (depend);
  region own = { run, addresses, count, sizes, kinds, thread_limit_in (arguments),
                 rp_omp_current ()->copies_out, site };
  rp_omp_task_request request = { .is_deferred = flags & FLAG_NOWAIT,
                                  .is_target = true,
                                  .kind = RP_TASK_EXPLICIT,
                                  .depends = depends.items,
                                  .depend_count = depends.count,
                                  .site = site };
  if (flags & FLAG_NOWAIT || depends.count || has_copies (&own))
    create_region (&own, &request, pc);
  else
    {
      rp_context_enter (pc);
      run_region (&own);
      rp_context_leave ();
    }
  RP_VEC_CLEAR (&depends);
  rp_omp_leave ();
}

/* Waits for the tasks that the depend clause DEPEND makes a mapping directive wait for; does nothing if DEPEND is NULL.
 * Mapping itself moves no data here. */
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

/* Begins the next team of a teams construct inside target. The code of the region asks for its teams one after another,
 * and executes them itself. Each team is a guest, so that teams are parallel to each other. From now on the frames
 * of the region belong to the new team, so accesses of earlier teams to these frames are forgotten. */
static void
begin_team (rp_omp_task *task, uint32_t site)
{
  rp_closure *closure = rp_current_argument ();
  struct rp_gomp_target *target = task->target;
  uintptr_t low = (uintptr_t) __builtin_frame_address (0);
  low = closure->stack_low < low ? closure->stack_low : low;
  rp_creation how = { .kind = RP_TASK_TEAM, .site = site, .note = task->team->team_number + 1 };
  target->met = (rp_task *) rp_current_task ();
  target->host = closure->host;
  target->host_low = closure->host_low;
  target->host_high = closure->host_high;
  closure->host = NULL;
  closure->host_high = target->high;
  closure->host_low = (uintptr_t) __builtin_frame_address (0) - rp_stack_left ();
  task->thread->is_bound = false;
  rp_engine_forget (low, target->high - low);
  rp_guest_begin_at (target->met, closure, how);
  rp_copies_out_expect (target->copies_out ? target->copies_out : task->copies_out);
}

static void
end_team (const rp_omp_task *task)
{
  rp_closure *closure = rp_current_argument ();
  rp_omp_distributed_end (task->thread);
  closure->host = task->target->host;
  closure->host_low = task->target->host_low;
  closure->host_high = task->target->host_high;
  rp_guest_end (task->target->met);
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
      rp_omp_coverage_league (site);
      team->team_count = high ? high : DEFAULT_TEAMS;
      team->team_number = 0;
      team->league = (rp_task *) rp_current_task ();
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
      team->league = NULL;
    }
  rp_omp_leave ();
  return is_there;
}
