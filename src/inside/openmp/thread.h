/* Declarations for all files of this module: teams, their threads, and tasks as OpenMP sees them.
 *
 * A team runs in phases, from barrier to barrier. A phase is a finish of the opener, the task that met the
 * parallel construct. What a thread does in a phase is a task inside this finish, called a segment. Every
 * explicit task is inside this finish, too. So a barrier waits for all segments and explicit tasks, and everything
 * before the barrier comes before everything after it. A thread is one flow of control on one stack, and goes on as
 * another task after each barrier (guests, in runtime.h).
 *
 * The schedule decides which thread executes an iteration, a section or a single [OpenMP 5.2, 11]. So each of
 * these is compared as a task of its own (units.h), which counts as created by the opener at the beginning of the
 * phase. It is parallel to the others and to all segments, even to the segment of the executing thread. There are two
 * exceptions:
 *   - the stack of the thread stays the thread's own: there is one for each thread, and accesses to it count
 *     as the segment's;
 *   - T1: if the thread has asked for its number, it may use data that belong to this number. From then on the
 *     thread is bound: everything that it executes counts as its segment (rp_omp_bind).
 *
 * The teams of a league are treated like the threads of a team. They get iterations of `distribute` loops
 * (distribute.h). Each such iteration counts as created by the task that began the league, and a team that has asked
 * for its number is bound.
 *
 * A team of one has no parallel tasks at all. */
#ifndef RP_INSIDE_OPENMP_THREAD_H
#define RP_INSIDE_OPENMP_THREAD_H

#include "base/map.h"
#include "inside/api/api.h"
#include "inside/engine/copy_back.h"
#include "inside/openmp/schedule.h"

typedef struct rp_omp_team rp_omp_team;
typedef struct rp_omp_thread rp_omp_thread;
typedef struct rp_omp_group rp_omp_group;
typedef struct rp_omp_depends rp_omp_depends;
typedef struct rp_omp_storage rp_omp_storage;
typedef struct rp_omp_units rp_omp_units;
typedef struct rp_omp_uses rp_omp_uses;

/* The state of a construct that `cancel` may end: cancel.h. */
typedef struct rp_omp_cancellation
{
  bool is_on;
  uint32_t step;  /* the step in which a task first cancelled the construct; 0: not known */
  unsigned begun; /* tasks that began after the cancellation in this run, but could have begun before it in another */
} rp_omp_cancellation;

/* Internal control variables that a task's children inherit. */
typedef struct rp_omp_settings
{
  unsigned threads;      /* wanted for the next parallel region; 0: the default */
  unsigned most_levels;  /* how many active regions may be nested */
  unsigned thread_limit; /* 0: no limit */
  unsigned teams, teams_limit; /* for a league without clauses; teams 0: the default, teams_limit 0: no limit */
  int schedule;                /* for schedule(runtime), as omp_sched_t numbers it */
  int chunk;                   /* for schedule(runtime) */
  bool is_schedule_said; /* OMP_SCHEDULE or omp_set_schedule gave the schedule */
  bool is_dynamic;
  uintptr_t allocator; /* the default allocator */
} rp_omp_settings;

enum
{
  RP_OMP_MAX_SIMD = 16 /* the largest number of simd loops and bodies that are nested */
};

/* gcc: where a task is in a scope construct with reductions. Behind the body gcc combines the reductions. */
typedef enum rp_omp_scope_place
{
  RP_OMP_OUTSIDE_SCOPE,
  RP_OMP_BEFORE_SCOPE_BODY,
  RP_OMP_IN_SCOPE_BODY,
  RP_OMP_BEHIND_SCOPE_BODY
} rp_omp_scope_place;

/* A task region: implicit, one for each thread of a team, or explicit. */
typedef struct rp_omp_task
{
  uint64_t serial; /* tasks are numbered in the order in which they are made, from 1 on */
  rp_omp_team *team;
  rp_omp_thread *thread; /* the thread that executes the task */
  rp_child_list *child_list;       /* the task's children; NULL: it has created none since rp_omp_part */
  rp_omp_depends *depends;
  rp_omp_group *group; /* innermost group: a taskgroup, or a construct with reductions */
  rp_omp_uses *
    uses; /* copies of reduction variables, of this task or of the next task around that has some; or NULL */
  struct rp_omp_copies
    *next_copies; /* gcc, taskloop: reductions for whose copy the task has not asked yet; or NULL */
  rp_omp_settings settings;
  bool is_explicit, is_final;
  bool
    is_of_open; /* in exploration: explicit, and created by open work (inside/explored/pinned_work.h) */
  bool is_untied; /* the task may go on in another thread, with another number */
  unsigned points_passed; /* cancellation points that were passed in this iteration or task */
  const void *denied[4]; /* the first locks for which omp_test_lock returned 0 to this task; the others are NULL */
  unsigned simd[RP_OMP_MAX_SIMD],
    simd_count;      /* gcc: the simd loops and bodies that the task is in: gomp_simd.h */
  uintptr_t copies;    /* clang: address of an explicit task's private variables; 0: not known */
  size_t copies_size;
  uint64_t simd_key; /* gcc: the key of the task's simd loops in composite constructs; 0: none so far */
  bool is_in_hidden; /* gcc: the task is in a loop whose iterations are not seen */
  rp_copies_out copies_out; /* gcc: set while the task is in a loop that is dealt out to teams */
  bool updates_next; /* gfortran: the next atomic operation of the task is an update, whose value the program ignores */
  bool is_updating; /* gcc: the task is in an atomic update, whose value the program ignores */
  /* gcc: where the task is in the innermost scope construct with reductions, and how many others are around that one,
   * with the task in their bodies. */
  rp_omp_scope_place scope;
  unsigned outer_scopes;
  bool is_scope_ending; /* gfortran: the task may be between a scope's body and its barrier */
  bool has_asked; /* the task knows its thread's number, and is in the section on that number (lock.h) */
  struct rp_gomp_target *target; /* gcc: the target region that the task executes; or NULL */
  unsigned next_threads, next_teams, next_limit; /* clang: clauses of the region that follows; 0: no clause */
} rp_omp_task;

/* clang: the iterations of a static loop that a thread gets. They are pieces of LENGTH iterations each, and a piece
 * begins STRIDE iterations after the piece before it. */
typedef struct rp_omp_dealt
{
  uint64_t next;   /* the iteration that begins next */
  uint64_t left;   /* iterations of the piece from NEXT on */
  uint64_t length, stride;
  uint64_t count;  /* iterations of all threads */
  uint64_t unit;   /* iterations in one unit */
  uint64_t in_unit; /* iterations of the current unit that have begun */
  rp_omp_units *units;
  uint32_t site;
  rp_task_kind kind; /* the kind of task that an iteration is */
} rp_omp_dealt;

/* Where a thread stands in a run of units (core/detect/loop_steps.h). */
typedef struct rp_omp_unit_place
{
  int64_t piece, number; /* the numbers of the first unit of the piece, and of the unit that runs */
  uint64_t left;         /* units of the piece after the one that runs */
} rp_omp_unit_place;

/* A lock that a thread held when it met a worksharing construct: locks_around.h. */
typedef struct rp_omp_lock_around
{
  uint64_t construct; /* number of the construct in its team */
  uint64_t object;    /* of the lock's section */
  unsigned thread;
  bool counts; /* H2: the units of THREAD count as done under the lock */
} rp_omp_lock_around;

struct rp_omp_thread
{
  rp_closure *closure; /* shared by its segments and guests */
  rp_omp_team *team;
  rp_omp_task task; /* the thread's implicit task */
  unsigned number;
  rp_omp_storage *storage; /* the thread's thread-local variables; NULL: those of the program's first thread */
  rp_standing standing;    /* if is_standing: how the thread goes on after the barrier: runtime.h */
  uint32_t barrier; /* site of the barrier at which the thread stands, or stood last */
  bool is_standing; /* the thread waits at a barrier */
  bool has_ended;
  bool is_bound;   /* the thread knows its number: T1 */
  bool may_leave;  /* the thread is at a barrier that it leaves if the region is cancelled */
  bool is_at_construct; /* the thread met a construct and has not called rp_omp_locks_around_meet */
  bool lends_locks; /* locks that the thread holds do not count for its units: locks_around.h, H1 */
  bool
    is_in_open; /* in exploration: the thread executes open work (inside/explored/pinned_work.h) */
  uint64_t stretch;  /* numbers the thread's code between two barriers */
  bool has_executed; /* in exploration: the thread executed an iteration, section or single since the last barrier */
  rp_task *host;  /* the thread's segment, while the thread executes a guest; else NULL */
  bool is_distributed; /* the guest is an iteration of `distribute`; only rp_omp_distributed_end and binding end it */
  bool is_distributing; /* the thread is in a `distribute` loop whose iterations are guests */
  /* How many iterations of that loop have begun; clang: the number of the first iteration that the thread got. */
  uint64_t distributed, first_distributed;
  uint32_t distributed_site;
  rp_creation latest;  /* the last iteration, section or single that the thread began in a guest */
  rp_omp_units *units; /* the units of the loop that the thread executes, if the running unit is no task; or NULL */
  rp_omp_unit_place unit; /* where the thread stands, if UNITS is not NULL */
  rp_omp_depends *depends_before; /* while HOST is set: dependences of the children from before the guest began */
  struct rp_gomp_opened *opened; /* gcc before 4.9: the region that this thread executes as its thread 0; or NULL */
  bool is_behind_loop;   /* the thread got no more iterations or sections, and has not left the construct */
  bool is_before_single; /* gcc: the thread executes a single, and its statement comes next */
  uint64_t shares; /* worksharing constructs that the thread has met so far */
  struct rp_omp_share *share; /* the worksharing construct that the thread is in; or NULL */
  rp_omp_pieces pieces;       /* loop: the pieces that the thread has got */
  uint64_t piece, piece_end;  /* loop: the iterations that are left of the thread's piece; PIECE_END is excluded */
  uint64_t piece_key;         /* a key that no other piece has: inside/engine/simd.h, V4 */
  bool has_rest; /* gcc: the thread has not got the last iteration of its unit yet: gomp_loop.c */
  bool has_another;           /* loop: the thread has asked for the piece of another thread, too */
  uint64_t begun, ended; /* loop: first and end iteration of the unit that runs; equal: no unit runs */
  struct rp_omp_reproducible *reproduced; /* the class of equal loops that orders the unit that runs; or NULL */
  uint64_t reproduced_unit; /* the unit that runs, as that class identifies it */
  uint32_t reproduced_site;
  uint64_t turn;         /* ordered loop: the iteration whose ordered region comes next */
  const void *upper;     /* clang: identifies the static loop whose iterations DEALT counts; NULL: no such loop */
  rp_omp_dealt dealt;    /* the iterations of that loop that the thread gets */
  uint64_t static_loops; /* clang: for how many static loops the thread has asked for its bounds */
  bool is_in_static;     /* clang: the thread is in a static loop whose grain is the thread (schedule.h, S2) */
  bool is_simd_next;     /* clang: the next loop has simd */
  bool expects_copies;   /* clang: the construct has lastprivate variables that are not copied yet */
  bool has_last;         /* clang: the thread has got the last iteration or section */
};

struct rp_omp_team
{
  rp_omp_team *outer;
  rp_omp_task *opener_task;
  rp_task *opener;
  rp_task *league; /* the task that began the league, for a team of a league; or NULL */
  rp_omp_group *group; /* gcc: the group for the reductions of the region; or NULL */
  uint32_t serial; /* teams are numbered in the order in which they begin, from 1 on */
  unsigned size, level, active_level;
  unsigned busy; /* at level 0: threads of the contention group, except the initial thread */
  uint32_t site;
  void (*run) (void *data);
  void *data;
  rp_omp_thread *threads;
  RP_VEC (struct rp_omp_share *) shares; /* worksharing constructs that some threads have not left */
  uint64_t first_share; /* number of the first of them */
  struct rp_omp_reproducible *reproducible; /* classes of loops of this phase */
  RP_VEC (rp_omp_units *) static_units; /* clang: the units of each static loop of this phase */
  uint64_t first_static;                /* number of the first of these loops */
  RP_VEC (rp_omp_lock_around) locks_around; /* of this phase */
  unsigned team_number, team_count; /* the team's number in its league, and the teams of the league */
  unsigned next_executor; /* the thread that is asked first to execute the next explicit task; modulo the size */
  rp_omp_cancellation region_cancelled, share_cancelled; /* of the region; of a loop or sections in this phase */
};

/* Returns the task region that runs. */
rp_omp_task *rp_omp_current (void);

/* A function that OpenMP programs call begins with one of the three enter functions, and ends with rp_omp_leave; some
 * that only answer a question do not. An enter function gets the address PC of the call, and returns its site.
 *   - rp_omp_enter makes a task of the unit that runs (units.h).
 *   - rp_omp_enter_between_units makes no task. It is for functions that end a unit, end a section in a unit, or order
 *     nothing.
 *   - rp_omp_enter_section is for functions that begin a section. It makes a task of the unit only inside of another
 *     section, since the order of locks matters then. */
uint32_t rp_omp_enter (uintptr_t pc);
uint32_t rp_omp_enter_between_units (uintptr_t pc);
uint32_t rp_omp_enter_section (uintptr_t pc);
void rp_omp_leave (void);

/* Does the same as rp_omp_enter_between_units, for a function that needs no site: one that begins the next unit
 * of a loop. Returns the thread that runs. The function calls rp_inside_end at its end. A program may call it
 * for each iteration, so rp_omp_enter_next_unit does no more than necessary. */
static inline rp_omp_thread *
rp_omp_enter_next_unit (void)
{
  rp_copies_out_end ();
  rp_inside_begin ();
  const rp_omp_task *task = rp_closure_running ()->front;
  return task ? task->thread : rp_omp_current ()->thread;
}

#define RP_OMP_ENTER() rp_omp_enter ((uintptr_t) __builtin_return_address (0))

/* ---- team.c ---- */

/* Return the serial number of the next team, and of the next task region. */
uint32_t rp_omp_next_serial (void);
uint64_t rp_omp_next_task (void);

/* Executes a parallel region: every thread of the team calls RUN (DATA). THREADS is the size from the clause; 0: the
 * settings decide. GROUP, or NULL, has the reductions that tasks of the region take part in. */
void rp_omp_parallel (void (*run) (void *data), void *data, unsigned threads, uint32_t site);
void rp_omp_parallel_in (rp_omp_group *group, void (*run) (void *data), void *data,
                         unsigned threads, uint32_t site);
unsigned rp_omp_team_size (unsigned wanted); /* returns WANTED, cut to the limits; WANTED 0: the settings decide */
unsigned rp_omp_wanted_threads (const rp_omp_task *task); /* returns what the settings of TASK say, without limits */

/* gcc: a construct whose body got BLOCK has ended, and gcc copies words of BLOCK back; see copy_back.h. SIZE
 * 0: the size is not known. */
void rp_omp_copies_back (const void *block, size_t size);

/* The code between rp_omp_alone_begin and rp_omp_alone_end is the region of a team of one. */
void rp_omp_alone_begin (uint32_t site);
/* Called in place of rp_omp_alone_begin: the code is an initial task, outside of all parallel regions and teams. */
void rp_omp_initial_begin (uint32_t site);
void rp_omp_alone_end (void);

void rp_omp_barrier (uint32_t site);

/* Between begin and end, the running thread executes work that any other thread might have got, as a guest. Reports
 * name the work by KIND and NUMBER. rp_omp_guest_begin first ends the guest of THREAD, if there is one. No guest
 * begins in a team of one, in exploration, if the thread is bound, or if the engine does not support guests; the
 * work then counts as the thread's own. */
void rp_omp_guest_begin (rp_omp_thread *thread, rp_task_kind kind, long number, uint32_t site);
void rp_omp_guest_end (rp_omp_thread *thread);

/* Between begin and end, the running thread executes iteration NUMBER of a `distribute` loop as a guest, because any
 * other team of the league might have got this iteration. No guest begins if the thread is bound. rp_omp_guest_end does
 * not end this guest. */
void rp_omp_distributed_begin (rp_omp_thread *thread, long number, uint32_t site);
void rp_omp_distributed_end (rp_omp_thread *thread);

/* units.c: makes a task of the unit that runs. Does nothing if a task runs already. */
void rp_omp_settle (void);

/* T1: TASK knows its thread's number from now on. If the thread itself executes TASK, in its segment or in a guest, the
 * thread becomes bound. Otherwise TASK begins to exclude others (rp_omp_know_number). */
void rp_omp_bind (rp_omp_task *task);

/* T1: called when the running task may have got a number for itself. With rp_omp_took_number, the number comes from
 * a shared counter. With rp_omp_read_number, it comes from a thread-local variable, in which the thread has kept it
 * since an earlier region. */
void rp_omp_took_number (void);
void rp_omp_read_number (void);

/* ---- task.c ---- */

rp_child_list *rp_omp_child_list (rp_omp_task *task);
void rp_omp_part (rp_omp_task *task); /* forgets the children of TASK: only the finish around still waits for them */
bool rp_omp_is_deferred (const rp_omp_task *task); /* whether children of TASK are deferred if no clause forbids it */
void rp_omp_taskwait (uint32_t site);
void rp_omp_wait_alone (const rp_omp_task *task, uint32_t site); /* in a team of one: waits for all children of TASK */
void rp_omp_taskgroup_begin (uint32_t site);
void rp_omp_taskgroup_end (uint32_t site);

/* Ends the program with a message that names CONSTRUCT, which is not supported. */
_Noreturn void rp_omp_unsupported (const char *construct, uint32_t site);

#endif
