/* clang's ABI: parallel regions and what threads meet in them. */
#include "inside/openmp/cancel.h"
#include "inside/openmp/kmp.h"
#include "inside/openmp/league.h"
#include "inside/openmp/lock.h"
#include "inside/openmp/locks_around.h"
#include "inside/openmp/ordered.h"
#include "inside/openmp/share.h"
#include "inside/writer/object_files.h"

#include <stdarg.h>

/* ---- parallel and teams: a call of a function with at most MAX_ARGUMENTS pointers ---- */

typedef void outlined (int *thread, int *bound, ...);

typedef struct call
{
  outlined *run;
  void **arguments;
  unsigned count;
} call;

enum
{
  MAX_ARGUMENTS = 256
};

#define FOUR(I) \
  own->arguments[I], own->arguments[I + 1], own->arguments[I + 2], own->arguments[I + 3]
#define SIXTEEN(I) FOUR (I), FOUR (I + 4), FOUR (I + 8), FOUR (I + 12)
#define SIXTY_FOUR(I) SIXTEEN (I), SIXTEEN (I + 16), SIXTEEN (I + 32), SIXTEEN (I + 48)

/* Executes DATA, a call. By the calling conventions of all our machines, the caller removes the arguments. So it does
 * no harm to pass more arguments than the function has. */
static void
run_call (void *data)
{
  const call *own = data;
  int number = (int) rp_omp_current ()->thread->number, bound = 0;
  if (own->count <= 4)
    own->run (&number, &bound, FOUR (0));
  else if (own->count <= 16)
    own->run (&number, &bound, SIXTEEN (0));
  else if (own->count <= 64)
    own->run (&number, &bound, SIXTY_FOUR (0));
  else
    own->run (&number, &bound, SIXTY_FOUR (0), SIXTY_FOUR (64), SIXTY_FOUR (128), SIXTY_FOUR (192));
}

/* Moves the COUNT variable arguments GIVEN to ARGUMENTS, which has room for MAX_ARGUMENTS. Returns the call of RUN. */
static call
take_arguments (void **arguments, outlined *run, int count, va_list given, uint32_t site)
{
  if (count > MAX_ARGUMENTS)
    rp_omp_unsupported ("a region with more than 256 variables from outside", site);
  for (int i = 0; i < count; i++)
    arguments[i] = va_arg (given, void *);
  return (call) { run, arguments, (unsigned) count };
}

void
__kmpc_fork_call (rp_kmp_place *place, int count, outlined *run, ...)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  void *arguments[MAX_ARGUMENTS];
  va_list given;
  va_start (given, run);
  call own = take_arguments (arguments, run, count, given, site);
  va_end (given);
  rp_omp_task *task = rp_omp_current ();
  unsigned size = rp_omp_team_size (task->next_threads);
  task->next_threads = 0;
  rp_units_body ((uintptr_t) run);
  rp_omp_parallel (run_call, &own, size, site);
  rp_omp_leave ();
}

void
__kmpc_fork_teams (rp_kmp_place *place, int count, outlined *run, ...)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  void *arguments[MAX_ARGUMENTS];
  va_list given;
  va_start (given, run);
  call own = take_arguments (arguments, run, count, given, site);
  va_end (given);
  rp_omp_task *task = rp_omp_current ();
  unsigned teams = task->next_teams, limit = task->next_limit;
  task->next_teams = task->next_limit = 0;
  rp_units_body ((uintptr_t) run);
  rp_omp_teams (run_call, &own, teams, limit, site);
  rp_omp_leave ();
}

void
__kmpc_push_num_threads (rp_kmp_place *place, int number, int threads)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_current ()->next_threads = threads > 0 ? (unsigned) threads : 0;
  rp_omp_leave ();
}

void
__kmpc_push_num_teams (rp_kmp_place *place, int number, int teams, int limit)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_task *task = rp_omp_current ();
  task->next_teams = teams > 0 ? (unsigned) teams : 0;
  task->next_limit = limit > 0 ? (unsigned) limit : 0;
  rp_omp_leave ();
}

/* In clang 14 and newer, num_teams has a range, LOWER to UPPER. */
void
__kmpc_push_num_teams_51 (rp_kmp_place *place, int number, int lower, int upper, int limit)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_task *task = rp_omp_current ();
  int teams = upper > 0 ? upper : lower;
  task->next_teams = teams > 0 ? (unsigned) teams : 0;
  task->next_limit = limit > 0 ? (unsigned) limit : 0;
  rp_omp_leave ();
}

/* A scope construct needs no descriptor that threads share: its barrier and its reductions have calls of
 * their own. */
void
__kmpc_scope (rp_kmp_place *place, int number, void *unused)
{
  (void) place;
  (void) number;
  (void) unused;
}

void
__kmpc_end_scope (rp_kmp_place *place, int number, void *unused)
{
  (void) place;
  (void) number;
  (void) unused;
}

int
__kmpc_in_parallel (rp_kmp_place *place)
{
  (void) place;
  int outer = rp_inside_begin_nested ();
  int is_in = rp_omp_current ()->team->active_level > 0;
  rp_inside_end_nested (outer);
  return is_in;
}

void
__kmpc_push_proc_bind (rp_kmp_place *place, int number, int bind)
{
  (void) place;
  (void) number;
  (void) bind;
}

/* A region with an if clause that is false: a team of one executes the code up to __kmpc_end_serialized_parallel. */
void
__kmpc_serialized_parallel (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_current ()->next_threads = 0;
  rp_omp_alone_begin (site);
  rp_omp_leave ();
}

void
__kmpc_end_serialized_parallel (rp_kmp_place *place, int number)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_alone_end ();
  rp_omp_leave ();
}

/* Returns the thread's number to code that clang generates. The program's own code does not learn the number, so the
 * thread does not become bound. If the program itself asks for the number, omp_api.c answers. */
int
__kmpc_global_thread_num (rp_kmp_place *place)
{
  int outer = rp_inside_begin_nested ();
  (void) place;
  int number = (int) rp_omp_current ()->thread->number;
  rp_inside_end_nested (outer);
  return number;
}

void
__kmpc_barrier (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_barrier (site);
  rp_omp_leave ();
}

/* ---- cancellation ---- */

int
__kmpc_cancel_barrier (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  bool is_over = rp_omp_barrier_cancel (site);
  rp_omp_leave ();
  return is_over;
}

/* Returns the kind of construct that WHICH names, as clang numbers constructs. */
static rp_omp_cancelled
what_of (int which)
{
  enum
  {
    PARALLEL = 1,
    TASKGROUP = 4
  };
  return which == PARALLEL    ? RP_OMP_CANCEL_PARALLEL
         : which == TASKGROUP ? RP_OMP_CANCEL_TASKGROUP
                              : RP_OMP_CANCEL_SHARE;
}

int
__kmpc_cancel (rp_kmp_place *place, int number, int which)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  bool is_over = rp_omp_cancel (what_of (which), site);
  rp_omp_leave ();
  return is_over;
}

int
__kmpc_cancellationpoint (rp_kmp_place *place, int number, int which)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  bool is_over = rp_omp_leaves_cancelled (what_of (which));
  rp_omp_leave ();
  return is_over;
}

/* ---- master, single ---- */

static int
is_thread (int wanted)
{
  RP_OMP_ENTER ();
  bool is_ours = (int) rp_omp_current ()->thread->number == wanted;
  rp_omp_leave ();
  return is_ours;
}

int
__kmpc_master (rp_kmp_place *place, int number)
{
  (void) place;
  (void) number;
  return is_thread (0);
}

int
__kmpc_masked (rp_kmp_place *place, int number, int filter)
{
  (void) place;
  (void) number;
  return is_thread (filter);
}

void
__kmpc_end_master (rp_kmp_place *place, int number)
{
  (void) place;
  (void) number;
}

void
__kmpc_end_masked (rp_kmp_place *place, int number)
{
  (void) place;
  (void) number;
}

int
__kmpc_single (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_thread *thread = rp_omp_current ()->thread;
  bool is_first;
  rp_omp_share_leave_all (thread);
  rp_omp_share_enter (thread, RP_TASK_SINGLE, site, &is_first);
  rp_omp_locks_around_meet (thread);
  bool is_ours = rp_omp_is_executor (thread);
  rp_omp_share_leave (thread);
  if (is_ours)
    rp_omp_guest_begin (thread, RP_TASK_SINGLE, -1, site);
  rp_omp_leave ();
  return is_ours;
}

void
__kmpc_end_single (rp_kmp_place *place, int number)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_guest_end (rp_omp_current ()->thread);
  rp_omp_leave ();
}

/* All threads call this after a single with copyprivate. Only the thread that executed the single passes IS_EXECUTOR.
 * The DATA of this thread is copied to the DATA of the others. */
void
__kmpc_copyprivate (rp_kmp_place *place, int number, size_t size, void *data,
                    void (*copy) (void *to, void *from), int is_executor)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  (void) size;
  rp_omp_thread *thread = rp_omp_current ()->thread;
  bool is_first;
  rp_omp_share *share = rp_omp_share_enter (thread, RP_TASK_SINGLE, site, &is_first);
  if (is_executor)
    share->data = data;
  rp_omp_barrier (site);
  if (!is_executor)
    {
      void *from = share->data;
      rp_omp_leave ();
      copy (data, from);
      rp_inside_begin ();
    }
  rp_omp_share_leave (thread);
  rp_omp_barrier (site);
  rp_omp_leave ();
}

/* ---- mutual exclusion and order ---- */

static void
begin_critical (rp_kmp_name *name, uintptr_t pc)
{
  uint32_t site = rp_omp_enter_section (pc);
  rp_omp_critical (name, site);
  rp_omp_leave ();
}

#define CALLER ((uintptr_t) __builtin_return_address (0))

void
__kmpc_critical (rp_kmp_place *place, int number, rp_kmp_name *name)
{
  (void) place;
  (void) number;
  begin_critical (name, CALLER);
}

void
__kmpc_critical_with_hint (rp_kmp_place *place, int number, rp_kmp_name *name, uint32_t hint)
{
  (void) place;
  (void) number;
  (void) hint;
  begin_critical (name, CALLER);
}

void
__kmpc_end_critical (rp_kmp_place *place, int number, rp_kmp_name *name)
{
  (void) place;
  (void) number;
  uint32_t site = rp_omp_enter_between_units (CALLER);
  rp_omp_end_critical (name, site);
  rp_omp_leave ();
}

/* The running thread, or team of a league, is about to combine its result with the results of the others. Takes the
 * lock that NAME identifies. Returns 1, which tells the code that clang generates that each thread adds its own result
 * under this lock. */
static int
reduce (rp_kmp_name *name, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  rp_omp_begin_section (rp_omp_unordered_object (name), site);
  rp_omp_leave ();
  return 1;
}

static void
end_reduce (rp_kmp_name *name, bool has_barrier, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  rp_omp_end_section (rp_omp_unordered_object (name), site);
  if (has_barrier)
    rp_omp_barrier (site);
  rp_omp_leave ();
}

#define REDUCE(NAME, HAS_BARRIER) \
  int __kmpc_##NAME (rp_kmp_place *place, int number, int count, size_t size, void *data, \
                     void (*combine) (void *, void *), rp_kmp_name *name) \
  { \
    (void) place; \
    (void) number; \
    (void) count; \
    (void) size; \
    (void) data; \
    (void) combine; \
    return reduce (name, CALLER); \
  } \
  void __kmpc_end_##NAME (rp_kmp_place *place, int number, rp_kmp_name *name) \
  { \
    (void) place; \
    (void) number; \
    end_reduce (name, HAS_BARRIER, CALLER); \
  }

REDUCE (reduce, true)
REDUCE (reduce_nowait, false)

void
__kmpc_ordered (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_ordered_begin (site);
  rp_omp_leave ();
}

void
__kmpc_end_ordered (rp_kmp_place *place, int number)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  rp_omp_ordered_end (site);
  rp_omp_leave ();
}

/* A flush is a sequentially consistent fence. A flush with a list counts as one without [OpenMP 5.2, 15.8.6]. Flushes
 * that only acquire or only release do not come here: the plug-in has replaced them. */
void
__kmpc_flush (rp_kmp_place *place)
{
  (void) place;
  rp_monitor_fence (__ATOMIC_SEQ_CST, CALLER);
}

void
__kmpc_begin (rp_kmp_place *place, int flags)
{
  (void) place;
  (void) flags;
}

void
__kmpc_end (rp_kmp_place *place)
{
  (void) place;
}
