/* gcc's ABI: explicit tasks. */
#include "inside/openmp/coverage.h"
#include "inside/openmp/event.h"
#include "inside/openmp/gomp.h"
#include "inside/openmp/taskloop.h"
#include "inside/openmp/share.h"
#include "inside/openmp/task.h"

#include "base/panic.h"
#include "inside/writer/object_files.h"

#include <stdlib.h>
#include <string.h>

enum
{
  FLAG_UNTIED = 1 << 0,
  FLAG_FINAL = 1 << 1,
  FLAG_DEPEND = 1 << 3,
  FLAG_UP = 1 << 8,
  FLAG_GRAINSIZE = 1 << 9,
  FLAG_IF = 1 << 10,
  FLAG_NOGROUP = 1 << 11,
  FLAG_REDUCTION = 1 << 12,
  FLAG_DETACH = 1 << 13,
  FLAG_STRICT = 1 << 14,

  /* kinds of depend, as gcc stores them in a depobj */
  GOMP_IN = 1,
  GOMP_OUT,
  GOMP_INOUT,
  GOMP_MUTEXINOUTSET,
  GOMP_INOUTSET
};

static void
add_depends (rp_gomp_depends *list, void **addresses, size_t count, rp_omp_depend_kind kind)
{
  for (size_t i = 0; i < count; i++)
    RP_VEC_PUSH (list, (rp_omp_depend) { (uintptr_t) addresses[i], kind });
}

static rp_omp_depend_kind
kind_of (uintptr_t kind)
{
  switch (kind)
    {
    case GOMP_IN:
      return RP_OMP_IN;
    case GOMP_MUTEXINOUTSET:
      return RP_OMP_MUTEXINOUTSET;
    case GOMP_INOUTSET:
      return RP_OMP_INOUTSET;
    default:
      return RP_OMP_OUT;
    }
}

/* gcc stores a depend clause in one of two forms. The short form is: the number of addresses, the number of outs among
 * them, the addresses with the outs first. The long form is: 0, the number of all dependences, the numbers of outs,
 * mutexinoutsets and ins, the addresses in this order, and then the addresses of depobjs, each of which has two words:
 * address and kind. */
rp_gomp_depends
rp_gomp_read_depends (void **depend)
{
  rp_gomp_depends list = { 0 };
  size_t all = (uintptr_t) depend[0];
  if (all)
    {
      size_t outs = (uintptr_t) depend[1];
      add_depends (&list, depend + 2, outs, RP_OMP_OUT);
      add_depends (&list, depend + 2 + outs, all - outs, RP_OMP_IN);
      return list;
    }
  all = (uintptr_t) depend[1];
  if (!all) /* the short form with no dependences, from iterators without elements */
    return list;
  size_t outs = (uintptr_t) depend[2], mutexes = (uintptr_t) depend[3], ins = (uintptr_t) depend[4];
  void **at = depend + 5;
  add_depends (&list, at, outs, RP_OMP_OUT);
  add_depends (&list, at + outs, mutexes, RP_OMP_MUTEXINOUTSET);
  add_depends (&list, at + outs + mutexes, ins, RP_OMP_IN);
  for (size_t i = outs + mutexes + ins; i < all; i++)
    {
      void **object = at[i];
      RP_VEC_PUSH (&list, (rp_omp_depend) { (uintptr_t) object[0], kind_of ((uintptr_t) object[1]) });
    }
  return list;
}

void
GOMP_task (void (*run) (void *), void *data, void (*copy) (void *, void *), long size, long alignment,
           bool is_deferred, unsigned flags, void **depend, int priority, void *detach)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) priority;
  rp_units_body ((uintptr_t) run);
  rp_gomp_depends depends = { 0 };
  if (flags & FLAG_DEPEND)
    depends = rp_gomp_read_depends (depend);
  rp_omp_task_request request = { .run = run,
                                  .data = data,
                                  .copy = copy,
                                  .size = (size_t) size,
                                  .alignment = (size_t) alignment,
                                  .is_deferred = is_deferred,
                                  .is_final = flags & FLAG_FINAL,
                                  .is_untied = flags & FLAG_UNTIED,
                                  .kind = RP_TASK_EXPLICIT,
                                  .depends = depends.items,
                                  .depend_count = depends.count,
                                  .site = site };
  if (flags & FLAG_DETACH)
    {
      request.event = rp_omp_event_new (site);
      *(void **) detach = request.event;
      if (data)
        *(void **) data = request.event;
    }
  rp_omp_task_create (&request, NULL, NULL);
  rp_omp_copies_back (data, (size_t) size);
  RP_VEC_CLEAR (&depends);
  rp_omp_leave ();
}

void
GOMP_taskwait (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_taskwait (site);
  rp_omp_leave ();
}

void
GOMP_taskwait_depend (void **depend)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_gomp_depends depends = rp_gomp_read_depends (depend);
  rp_omp_taskwait_depend (depends.items, depends.count, site);
  RP_VEC_CLEAR (&depends);
  rp_omp_leave ();
}

void
GOMP_taskyield (void)
{
  RP_OMP_ENTER ();
  rp_let_others_run ();
  rp_omp_leave ();
}

void
GOMP_taskgroup_start (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_taskgroup_begin (site);
  rp_omp_leave ();
}

void
GOMP_taskgroup_end (void)
{
  uint32_t site = RP_OMP_ENTER ();
  rp_gomp_group_end (site);
  rp_omp_leave ();
}

/* ---- taskloop [OpenMP 5.2, 12.6] ---- */

typedef struct taskloop
{
  rp_omp_grains grains;
  uint64_t task; /* number of the task that is being made */
  uint64_t start, step;
} taskloop;

/* CONTEXT is a taskloop. DATA is the data of a new task of the taskloop. Stores the bounds of this task in the first
 * two words of DATA. */
static void
set_bounds (void *data, void *context)
{
  const taskloop *loop = context;
  uint64_t *bounds = data, first, end;
  rp_omp_grains_at (&loop->grains, loop->task, &first, &end);
  bounds[0] = loop->start + first * loop->step;
  bounds[1] = loop->start + end * loop->step;
}

static void
run_taskloop (rp_omp_task_request *request, unsigned flags, uint64_t number, taskloop *loop)
{
  bool has_group = !(flags & FLAG_NOGROUP);
  if (has_group)
    rp_omp_taskgroup_begin (request->site);
  if (flags & FLAG_REDUCTION)
    {
      uintptr_t *reductions = ((uintptr_t **) request->data)[2];
      rp_gomp_group_register (reductions);
      request->copies = rp_gomp_copies_of (reductions);
    }
  bool is_grain = flags & FLAG_GRAINSIZE;
  loop->grains = rp_omp_grains_of (loop->grains.count, is_grain ? number : 0, is_grain ? 0 : number,
                                   flags & FLAG_STRICT);
  for (loop->task = 0; loop->task < loop->grains.tasks; loop->task++)
    {
      request->number = (long) loop->task;
      rp_omp_task_create (request, set_bounds, loop);
    }
  if (has_group)
    rp_gomp_group_end (request->site);
}

#define TASKLOOP(NAME, TYPE, COUNT) \
  void NAME (void (*run) (void *), void *data, void (*copy) (void *, void *), long size, \
             long alignment, unsigned flags, unsigned long number, int priority, TYPE start, TYPE end, \
             TYPE step) \
  { \
    uint32_t site = RP_OMP_ENTER (); \
    (void) priority; \
    rp_units_body ((uintptr_t) run); \
    rp_omp_task_request request = { .run = run, \
                                    .data = data, \
                                    .copy = copy, \
                                    .size = (size_t) size, \
                                    .alignment = (size_t) alignment, \
                                    .is_deferred = flags & FLAG_IF, \
                                    .is_final = flags & FLAG_FINAL, \
                                    .is_untied = flags & FLAG_UNTIED, \
                                    .kind = RP_TASK_TASKLOOP, \
                                    .site = site }; \
    taskloop loop = { .grains.count = COUNT, .start = (uint64_t) start, .step = (uint64_t) step }; \
    run_taskloop (&request, flags, number, &loop); \
    rp_omp_copies_back (data, (size_t) size); \
    rp_omp_leave (); \
  }

static uint64_t
count_signed (long start, long end, long step)
{
  if (step > 0)
    return start < end ? ((uint64_t) (end - start) + (uint64_t) step - 1) / (uint64_t) step : 0;
  return start > end ? ((uint64_t) (start - end) - (uint64_t) step - 1) / -(uint64_t) step : 0;
}

static uint64_t
count_unsigned (bool is_up, uint64_t start, uint64_t end, uint64_t step)
{
  if (is_up)
    return start < end ? (end - start + step - 1) / step : 0;
  return start > end ? (start - end - step - 1) / -step : 0;
}

TASKLOOP (GOMP_taskloop, long, count_signed (start, end, step))
TASKLOOP (GOMP_taskloop_ull, unsigned long long, count_unsigned (flags & FLAG_UP, start, end, step))
