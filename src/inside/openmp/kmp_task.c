/* clang's ABI: explicit tasks. A task's data is a block that the library allocates, the program
 * fills, and the library frees when the task has ended. */
#include "base/pool.h"
#include "inside/openmp/event.h"
#include "inside/openmp/taskloop.h"
#include "inside/openmp/kmp.h"
#include "inside/openmp/share.h"
#include "inside/openmp/task.h"
#include "inside/writer/object_files.h"

#include <stdlib.h>
#include <string.h>

enum
{
  FLAG_TIED = 1 << 0,
  FLAG_FINAL = 1 << 1,
  FLAG_DESTRUCTORS = 1 << 3,

  /* bits of a dependence */
  DEPEND_IN = 1,
  DEPEND_MUTEXINOUTSET = 4,
  DEPEND_INOUTSET = 8,
  DEPEND_OMP_ALL = 0x80,

  /* clauses of taskloop */
  GRAINSIZE = 1,
  NUM_TASKS = 2
};

/* A task as clang knows it. The program's own fields follow in memory. */
typedef struct kmp_task
{
  void *shareds;
  int (*routine) (int thread, struct kmp_task *task);
  int part; /* untied: the part of the task that runs next */
  union
  {
    int priority;
    int (*destructors) (int thread, struct kmp_task *task);
  } first, second;
} kmp_task;

/* clang's data of a task, TASK, behind the library's own data of the task. AGAIN is for untied tasks: the function of
 * such a task returns at each place where another thread might go on with the task. Before the function returns, it
 * calls __kmpc_omp_task, which sets AGAIN, so that the library calls the function again. */
typedef struct block
{
  size_t size; /* bytes from TASK on */
  int flags;
  bool is_begun, again;
  bool is_target;
  rp_promise *event;
  _Alignas(64) kmp_task task;
} block;

static block *
block_of (kmp_task *task)
{
  return (block *) ((char *) task - offsetof (block, task));
}

/* Returns the bytes of a block whose task has SIZE bytes. */
static size_t
bytes_of (size_t size)
{
  return offsetof (block, task) + size;
}

static block *
new_block (size_t size, int flags)
{
  block *own = rp_pool_take (RP_POOL_PROGRAM, bytes_of (size));
  rp_engine_forget ((uintptr_t) own, bytes_of (size));
  own->size = size;
  own->flags = flags;
  return own;
}

static void
free_task (void *data)
{
  rp_pool_give (RP_POOL_PROGRAM, block_of (data), bytes_of (block_of (data)->size));
}

/* Calls the program's code that destroys the task's copies of class type, if there are any. */
static void
destroy_copies (kmp_task *task, int number)
{
  if (block_of (task)->flags & FLAG_DESTRUCTORS)
    task->first.destructors (number, task);
}

/* Executes all parts of the task DATA. Called outside of the library, like the program's own code. */
static void
run_task (void *data)
{
  kmp_task *task = data;
  block *own = block_of (task);
  int number = (int) rp_omp_current ()->thread->number;
  own->is_begun = true;
  rp_omp_current ()->copies = (uintptr_t) task;
  rp_omp_current ()->copies_size = own->size;
  do
    {
      own->again = false;
      task->routine (number, task);
    }
  while (own->again);
  destroy_copies (task, number);
}

static rp_omp_task_request
request_for (kmp_task *task, uint32_t site)
{
  const block *own = block_of (task);
  return (rp_omp_task_request) { .run = run_task,
                                 .data = task,
                                 .dispose = free_task,
                                 .is_deferred = true,
                                 .is_target = own->is_target,
                                 .is_final = own->flags & FLAG_FINAL,
                                 .is_untied = !(own->flags & FLAG_TIED),
                                 .kind = RP_TASK_EXPLICIT,
                                 .event = own->event,
                                 .site = site };
}

/* ---- dependences ---- */

typedef struct kmp_depend
{
  uintptr_t address;
  size_t size;
  uint8_t flags;
} kmp_depend;

typedef RP_VEC (rp_omp_depend) depend_list;

/* The mutexinoutset dependences of the next undeferred task, which excludes other tasks while it runs.
 * __kmpc_omp_wait_deps stores these dependences here, and __kmpc_omp_task_begin_if0, called right after, uses them. */
static depend_list excluded_next;

static rp_omp_depend_kind
kind_of (const kmp_depend *depend)
{
  if (depend->flags & DEPEND_MUTEXINOUTSET)
    return RP_OMP_MUTEXINOUTSET;
  if (depend->flags & DEPEND_INOUTSET)
    return RP_OMP_INOUTSET;
  return depend->flags == DEPEND_IN ? RP_OMP_IN : RP_OMP_OUT;
}

static void
add_depends (depend_list *list, const kmp_depend *depends, int count, uint32_t site)
{
  for (int i = 0; i < count; i++)
    {
      if (depends[i].flags & DEPEND_OMP_ALL)
        rp_omp_unsupported ("depend on omp_all_memory", site);
      RP_VEC_PUSH (list, (rp_omp_depend) { depends[i].address, kind_of (&depends[i]) });
    }
}

/* ---- tasks ---- */

static kmp_task *
allocate (int flags, size_t size, size_t shareds_size, int (*routine) (int, kmp_task *))
{
  size_t start = (size + 15) / 16 * 16;
  block *own = new_block (start + shareds_size, flags);
  own->task.routine = routine;
  own->task.shareds = shareds_size ? (char *) &own->task + start : NULL;
  RP_VEC_CLEAR (&excluded_next);
  return &own->task;
}

kmp_task *
__kmpc_omp_task_alloc (rp_kmp_place *place, int number, int flags, size_t size, size_t shareds_size,
                       int (*routine) (int, kmp_task *))
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_units_body ((uintptr_t) routine);
  kmp_task *task = allocate (flags, size, shareds_size, routine);
  rp_omp_leave ();
  return task;
}

/* Allocates the task of a target region. The region runs on the host, so DEVICE is not used. */
kmp_task *
__kmpc_omp_target_task_alloc (rp_kmp_place *place, int number, int flags, size_t size,
                              size_t shareds_size, int (*routine) (int, kmp_task *), int64_t device)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  (void) device;
  rp_units_body ((uintptr_t) routine);
  kmp_task *task = allocate (flags, size, shareds_size, routine);
  block_of (task)->is_target = true;
  rp_omp_leave ();
  return task;
}

int
__kmpc_omp_task (rp_kmp_place *place, int number, kmp_task *task)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  if (block_of (task)->is_begun)
    block_of (task)->again = true;
  else
    {
      rp_omp_task_request request = request_for (task, site);
      rp_omp_task_create (&request, NULL, NULL);
    }
  rp_omp_leave ();
  return 0;
}

int
__kmpc_omp_task_with_deps (rp_kmp_place *place, int number, kmp_task *task, int count,
                           const kmp_depend *depends, int other_count, const kmp_depend *others)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  depend_list list = { 0 };
  add_depends (&list, depends, count, site);
  add_depends (&list, others, other_count, site);
  rp_omp_task_request request = request_for (task, site);
  request.depends = list.items;
  request.depend_count = list.count;
  rp_omp_task_create (&request, NULL, NULL);
  RP_VEC_CLEAR (&list);
  rp_omp_leave ();
  return 0;
}

/* Called for taskwait depend(...), and before an undeferred task with dependences. */
void
__kmpc_omp_wait_deps (rp_kmp_place *place, int number, int count, const kmp_depend *depends,
                      int other_count, const kmp_depend *others)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  depend_list list = { 0 };
  add_depends (&list, depends, count, site);
  add_depends (&list, others, other_count, site);
  rp_omp_taskwait_depend (list.items, list.count, site);
  RP_VEC_CLEAR (&excluded_next);
  for (size_t i = 0; i < list.count; i++)
    if (list.items[i].kind == RP_OMP_MUTEXINOUTSET)
      RP_VEC_PUSH (&excluded_next, list.items[i]);
  RP_VEC_CLEAR (&list);
  rp_omp_leave ();
}

void
__kmpc_omp_task_begin_if0 (rp_kmp_place *place, int number, kmp_task *task)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  depend_list list = excluded_next;
  excluded_next = (depend_list) { 0 };
  rp_omp_task_request request = request_for (task, site);
  request.depends = list.items;
  request.depend_count = list.count;
  block_of (task)->is_begun = true;
  rp_omp_task_enter (&request);
  RP_VEC_CLEAR (&list);
  rp_omp_leave ();
}

void
__kmpc_omp_task_complete_if0 (rp_kmp_place *place, int number, kmp_task *task)
{
  RP_OMP_ENTER ();
  (void) place;
  block *own = block_of (task);
  rp_omp_leave ();
  while (own->again)
    {
      own->again = false;
      task->routine (number, task);
    }
  destroy_copies (task, number);
  rp_inside_begin ();
  rp_omp_task_leave ();
  rp_omp_leave ();
}

/* detach: returns the event of TASK, which the program passes to omp_fulfill_event. */
void *
__kmpc_task_allow_completion_event (rp_kmp_place *place, int number, kmp_task *task)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  block *own = block_of (task);
  if (!own->event)
    own->event = rp_omp_event_new (site);
  rp_omp_leave ();
  return own->event;
}

int
__kmpc_omp_reg_task_with_affinity (rp_kmp_place *place, int number, kmp_task *task, int count,
                                   void *affinities)
{
  (void) place;
  (void) number;
  (void) task;
  (void) count;
  (void) affinities;
  return 0;
}

/* ---- waiting ---- */

int
__kmpc_omp_taskwait (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_taskwait (site);
  rp_omp_leave ();
  return 0;
}

int
__kmpc_omp_taskyield (rp_kmp_place *place, int number, int end)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  (void) end;
  rp_let_others_run ();
  rp_omp_leave ();
  return 0;
}

void
__kmpc_taskgroup (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_taskgroup_begin (site);
  rp_omp_leave ();
}

static void
end_group (uint32_t site)
{
  const rp_omp_group *group = rp_omp_current ()->group;
  struct rp_kmp_reductions *reductions = group ? group->own : NULL;
  rp_omp_taskgroup_end (site);
  if (reductions)
    rp_kmp_reductions_combine (reductions);
}

void
__kmpc_end_taskgroup (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  end_group (site);
  rp_omp_leave ();
}

/* ---- taskloop [OpenMP 5.2, 12.6] ---- */

/* A pattern from which several tasks are made. The block of each task has the task's lower and upper bound, both
 * inclusive. */
typedef struct taskloop
{
  kmp_task *pattern;
  size_t lower_at, upper_at; /* offsets of the bounds from the TASK of the block */
  uint64_t start, step;
  rp_omp_grains grains;
  void (*duplicate) (kmp_task *to, kmp_task *from, int is_last);
} taskloop;

static kmp_task *
copy_task (const taskloop *loop, uint64_t number)
{
  const block *from = block_of (loop->pattern);
  block *own = new_block (from->size, from->flags);
  memcpy (&own->task, &from->task, from->size);
  if (from->task.shareds)
    own->task.shareds = (char *) own + ((char *) from->task.shareds - (const char *) from);
  uint64_t first, end;
  rp_omp_grains_at (&loop->grains, number, &first, &end);
  *(uint64_t *) ((char *) &own->task + loop->lower_at) = loop->start + first * loop->step;
  *(uint64_t *) ((char *) &own->task + loop->upper_at) = loop->start + (end - 1) * loop->step;
  if (loop->duplicate)
    {
      rp_omp_leave ();
      loop->duplicate (&own->task, loop->pattern, end == loop->grains.count);
      rp_inside_begin ();
    }
  return &own->task;
}

static void
run_taskloop (const taskloop *loop, bool is_deferred, bool has_group, uint32_t site)
{
  if (has_group)
    rp_omp_taskgroup_begin (site);
  for (uint64_t i = 0; i < loop->grains.tasks; i++)
    {
      rp_omp_task_request request = request_for (copy_task (loop, i), site);
      request.is_deferred = is_deferred;
      request.kind = RP_TASK_TASKLOOP;
      request.number = (long) i;
      rp_omp_task_create (&request, NULL, NULL);
    }
  if (has_group)
    end_group (site);
  rp_omp_leave ();
  destroy_copies (loop->pattern, (int) rp_omp_current ()->thread->number);
  rp_inside_begin ();
  free_task (loop->pattern);
}

static uint64_t
iterations (int64_t lower, int64_t upper, int64_t step)
{
  if (step > 0)
    return lower <= upper ? ((uint64_t) upper - (uint64_t) lower) / (uint64_t) step + 1 : 0;
  return lower >= upper ? ((uint64_t) lower - (uint64_t) upper) / -(uint64_t) step + 1 : 0;
}

/* The clauses of a taskloop, as the compiler passes them. */
typedef struct clauses
{
  int has_no_group, clause; /* GRAINSIZE, NUM_TASKS or neither */
  uint64_t value;
  int is_strict;
} clauses;

static void
start_taskloop (kmp_task *task, int is_deferred, uint64_t *lower, uint64_t *upper, int64_t step,
                const clauses *own, void *duplicate, uint32_t site)
{
  uint64_t count = iterations ((int64_t) *lower, (int64_t) *upper, step);
  taskloop loop
    = { .pattern = task,
        .lower_at = (size_t) ((char *) lower - (char *) task),
        .upper_at = (size_t) ((char *) upper - (char *) task),
        .start = *lower,
        .step = (uint64_t) step,
        .grains = rp_omp_grains_of (count, own->clause == GRAINSIZE ? own->value : 0,
                                    own->clause == NUM_TASKS ? own->value : 0, own->is_strict),
        .duplicate = (void (*) (kmp_task *, kmp_task *, int)) duplicate };
  run_taskloop (&loop, is_deferred, !own->has_no_group, site);
}

void
__kmpc_taskloop (rp_kmp_place *place, int number, kmp_task *task, int is_deferred, uint64_t *lower,
                 uint64_t *upper, int64_t step, int has_no_group, int clause, uint64_t value,
                 void *duplicate)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  start_taskloop (task, is_deferred, lower, upper, step,
                  &(clauses) { has_no_group, clause, value, false }, duplicate, site);
  rp_omp_leave ();
}

/* Newer versions of clang call this function, which has an argument for the modifier `strict`. */
void
__kmpc_taskloop_5 (rp_kmp_place *place, int number, kmp_task *task, int is_deferred, uint64_t *lower,
                   uint64_t *upper, int64_t step, int has_no_group, int clause, uint64_t value,
                   int is_strict, void *duplicate)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  start_taskloop (task, is_deferred, lower, upper, step,
                  &(clauses) { has_no_group, clause, value, is_strict }, duplicate, site);
  rp_omp_leave ();
}
