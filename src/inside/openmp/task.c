/* In a depth-first run a task runs as soon as it is created, while its creator waits. This order is allowed, since
 * a task depends on earlier siblings only. With other schedules, and in exploration, the task may run later. The
 * task is parallel to what its creator does next, until a taskwait, the end of a taskgroup or a barrier.
 *
 * An undeferred or included task is ordered with all that its creator does before and after the task: the task
 * is a call, with children of its own. Every task that the program creates in a team of one is such a call. */
#include "inside/openmp/task.h"

#include "base/panic.h"
#include "inside/openmp/cancel.h"
#include "inside/openmp/event.h"
#include "inside/openmp/lock.h"
#include "inside/openmp/participant.h"
#include "inside/stack/context.h"

#include <stdlib.h>
#include <string.h>

/* A task that has been created. The copy of its data follows in memory. */
typedef struct running
{
  rp_closure *closure;
  rp_omp_task task;
  rp_omp_task *parent; /* the creator, if the task is executed as a call */
  rp_omp_task_list awaited; /* the tasks that this task depends on */
  RP_VEC (rp_range) excluded; /* objects of the task's mutexinoutset dependences */
  RP_VEC (rp_omp_depend) depends; /* the task's dependences, if the task is a call with an event */
  void (*run) (void *data);
  void *data;
  void (*dispose) (void *data);
  rp_promise *event;
  uint32_t site;
} running;

rp_child_list *
rp_omp_child_list (rp_omp_task *task)
{
  if (!task->child_list)
    task->child_list = rp_child_list_new ();
  return task->child_list;
}

void
rp_omp_part (rp_omp_task *task)
{
  rp_omp_depends_free (task);
  if (task->child_list)
    rp_child_list_part (task->child_list);
  task->child_list = NULL;
}

bool
rp_omp_is_deferred (const rp_omp_task *task)
{
  return task->team->size > 1 && !task->is_final;
}

static void
wait_for (rp_omp_task_list *list, uint32_t site)
{
  for (size_t i = 0; i < list->count; i++)
    rp_get_at (list->items[i], site);
  rp_omp_task_list_clear (list);
}

/* ---- the task's own side ---- */

static void
task_main (void *argument)
{
  rp_closure *closure = argument;
  running *own = (running *) closure->copy;
  wait_for (&own->awaited, own->site);
  if (own->excluded.count)
    rp_isolated_begin_at (own->excluded.items, own->excluded.count, own->site);
  closure->function = own->run;
  closure->argument = own->data;
  rp_closure_run (closure);
  rp_omp_forget_number (&own->task);
  if (own->excluded.count)
    rp_isolated_end_at (own->site);
  RP_VEC_CLEAR (&own->excluded);
  rp_omp_uses_end (&own->task);
  rp_omp_part (&own->task);
  if (own->event)
    rp_omp_event_wait (own->event, own->site);
  if (own->dispose)
    own->dispose (own->data);
}

/* ---- its creator's side ---- */

static size_t
aligned (size_t size, size_t alignment)
{
  return (size + alignment - 1) / alignment * alignment;
}

/* Called by the creator: copies the data of REQUEST to TO, where the new task finds it. */
static void
copy_data (const rp_omp_task_request *request, void *to)
{
  if (!request->copy)
    {
      memcpy (to, request->data, request->size);
      return;
    }
  rp_inside_end ();
  request->copy (to, request->data);
  rp_inside_begin ();
}

static rp_omp_task
inherit (const rp_omp_task *parent, const rp_omp_task_request *request)
{
  return (rp_omp_task) { .serial = rp_omp_next_task (),
                         .team = parent->team,
                         .thread = parent->thread,
                         .settings = parent->settings,
                         .group = parent->group,
                         .uses = rp_omp_uses_inherit (parent),
                         .next_copies = request->copies,
                         .is_explicit = true,
                         .is_of_open
                         = parent->is_explicit ? parent->is_of_open : parent->thread->is_in_open,
                         .is_final = parent->is_final || request->is_final,
                         .is_untied = request->is_untied };
}

static running *
prepare (const rp_omp_task_request *request, const rp_omp_task *parent)
{
  size_t alignment = request->alignment > 16 ? request->alignment : 16;
  size_t size = sizeof (running) + (request->size ? request->size + 2 * alignment : 0);
  rp_closure *closure = rp_closure_new (NULL, NULL, size);
  running *own = (running *) closure->copy;
  own->closure = closure;
  own->task = inherit (parent, request);
  closure->front = &own->task;
  own->run = request->run;
  own->dispose = request->dispose;
  own->event = request->event;
  own->site = request->site;
  own->data = request->data;
  if (request->size)
    {
      own->data = (void *) aligned ((uintptr_t) (own + 1), alignment);
      copy_data (request, own->data);
    }
  return own;
}

static void
find_excluded (running *own, rp_omp_task *parent, const rp_omp_task_request *request)
{
  for (size_t i = 0; i < request->depend_count; i++)
    if (request->depends[i].kind == RP_OMP_MUTEXINOUTSET)
      RP_VEC_PUSH (&own->excluded, rp_omp_depends_object (parent, request->depends[i].address));
}

/* Returns the thread that executes a new task of PARENT. By the specification, any thread of the team may execute it.
 * In exploration it is the thread of PARENT. Otherwise two rules decide:
 *   - Tasks that have asked for their thread's number, and got the same number, are not compared (thread.h, T1). So
 *     tasks are distributed among the thread of PARENT and the threads that wait at a barrier or have ended.
 *   - A bound thread gets no task of another thread. It may have used data that belong to its number. The task would
 *     seem unordered with that use, although one thread cannot do both at once. */
static rp_omp_thread *
executor_of (const rp_omp_task *parent)
{
  rp_omp_team *team = parent->team;
  if (rp_engine_is_explored ())
    return parent->thread;
  for (unsigned i = 0; i < team->size; i++)
    {
      rp_omp_thread *thread = &team->threads[team->next_executor++ % team->size];
      if (thread == parent->thread || (!thread->is_bound && (thread->is_standing || thread->has_ended)))
        return thread;
    }
  return parent->thread;
}

static void
create_deferred (const rp_omp_task_request *request, rp_omp_task *parent,
                 void (*begin) (void *data, void *context), void *context)
{
  running *own = prepare (request, parent);
  own->task.thread = executor_of (parent);
  if (!parent->is_explicit && parent->thread->is_bound && !parent->thread->host)
    rp_omp_know_number (parent);
  bool is_awaited = request->depend_count;
  rp_creation how = { .kind = request->kind,
                      .site = request->site,
                      .note = (uint32_t) request->number + (request->kind == RP_TASK_TASKLOOP),
                      .release = rp_closure_release };
  if (begin)
    begin (own->data, context);
  rp_omp_depends_find (parent, request->depends, request->depend_count, &own->awaited);
  find_excluded (own, parent, request);
  rp_task *task
    = rp_sibling_new_at (rp_omp_child_list (parent), task_main, own->closure, is_awaited, how);
  if (is_awaited)
    rp_omp_depends_add (parent, request->depends, request->depend_count, task);
  rp_sibling_launch (task);
}

/* ---- a task as a call, in the place of its creator ---- */

static void
enter (const rp_omp_task_request *request, rp_omp_task *parent,
       void (*begin) (void *data, void *context), void *context)
{
  rp_closure *closure = rp_current_argument ();
  running *own = prepare (request, parent);
  own->parent = parent;
  if (begin)
    begin (own->data, context);
  rp_omp_depends_find (parent, request->depends, request->depend_count, &own->awaited);
  find_excluded (own, parent, request);
  wait_for (&own->awaited, request->site);
  if (own->excluded.count)
    rp_isolated_begin_at (own->excluded.items, own->excluded.count, request->site);
  for (size_t i = 0; i < request->depend_count && own->event; i++)
    RP_VEC_PUSH (&own->depends, request->depends[i]);
  closure->front = &own->task;
}

static void
do_nothing (void *data)
{
  (void) data;
}

/* A task with `detach` that was executed at once has ended, but is complete only when its event is fulfilled. An empty
 * task with the same dependences takes its place until then. */
static void
leave_event (running *own)
{
  rp_omp_task_request request = { .run = do_nothing,
                                  .kind = RP_TASK_EXPLICIT,
                                  .depends = own->depends.items,
                                  .depend_count = own->depends.count,
                                  .event = own->event,
                                  .site = own->site };
  create_deferred (&request, own->parent, NULL, NULL);
  RP_VEC_CLEAR (&own->depends);
}

static void
leave (running *own)
{
  rp_closure *closure = rp_current_argument ();
  closure->front = own->parent;
  rp_omp_forget_number (&own->task);
  if (own->excluded.count)
    rp_isolated_end_at (own->site);
  rp_omp_uses_end (&own->task);
  rp_omp_part (&own->task);
  if (own->event)
    leave_event (own);
  if (own->dispose)
    own->dispose (own->data);
  RP_VEC_CLEAR (&own->excluded);
  rp_closure_release (own->closure);
}

static running *
running_now (void)
{
  return (running *) ((char *) rp_omp_current () - offsetof (running, task));
}

/* The call path of the task's accesses leads over the place where the task was created, as for any other call. */
static void
run_at_once (const rp_omp_task_request *request, rp_omp_task *parent,
             void (*begin) (void *data, void *context), void *context)
{
  uint32_t around;
  enter (request, parent, begin, context);
  running *own = running_now ();
  rp_context_enter (rp_site_pc (request->site, &around));
  rp_inside_end ();
  own->run (own->data);
  rp_inside_begin ();
  rp_context_leave ();
  leave (own);
}

void
rp_omp_task_enter (const rp_omp_task_request *request)
{
  enter (request, rp_omp_current (), NULL, NULL);
}

void
rp_omp_task_leave (void)
{
  leave (running_now ());
}

/* Returns whether REQUEST makes a task of PARENT that may run beside what PARENT does next. A thread of a device executes
 * a target region. So it runs beside the host's implicit task, even if the team on the host has one thread. */
static bool
is_deferred (const rp_omp_task_request *request, const rp_omp_task *parent)
{
  bool has_device = request->is_target && !parent->is_explicit;
  return request->is_deferred && (has_device || rp_omp_is_deferred (parent));
}

void
rp_omp_task_create (const rp_omp_task_request *request,
                    void (*begin) (void *data, void *context), void *context)
{
  rp_omp_task *parent = rp_omp_current ();
  if (rp_omp_is_discarded (parent))
    {
      if (request->dispose)
        request->dispose (request->data);
      return;
    }
  bool is_beside = is_deferred (request, parent);
  if (is_beside)
    rp_engine_has_openmp ();
  (is_beside ? create_deferred : run_at_once) (request, parent, begin, context);
}

/* ---- waiting ---- */

void
rp_omp_taskwait (uint32_t site)
{
  rp_omp_task *task = rp_omp_current ();
  if (!task->child_list)
    return;
  rp_child_list_wait_at (task->child_list, site);
  rp_omp_depends_free (task);
}

/* All tasks of a team of one are calls, except target regions with nowait, and the empty tasks that leave_event
 * creates. These may go on after the calls. */
void
rp_omp_wait_alone (const rp_omp_task *task, uint32_t site)
{
  if (task->team->size == 1 && task->child_list)
    rp_child_list_wait_at (task->child_list, site);
}

void
rp_omp_taskwait_depend (const rp_omp_depend *depends, size_t count, uint32_t site)
{
  rp_omp_task_list awaited = { 0 };
  rp_omp_depends_find (rp_omp_current (), depends, count, &awaited);
  wait_for (&awaited, site);
}
