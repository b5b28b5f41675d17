/* What the files of this module share: teams, their threads, and tasks as OpenMP sees them.
 *
 * A team runs in phases, from barrier to barrier. A phase is a finish of the opener, the task that met the
 * parallel construct. What a thread does in a phase is a task inside this finish, called a segment. Every
 * explicit task is inside it, too. So a barrier waits for all of them, and everything before it comes before
 * everything after it. A thread is one flow of control on one stack, and goes on as another task after each
 * barrier (guests, in runtime.h).
 *
 * The schedule decides which thread executes an iteration, a section or a single [OpenMP 5.2, 11]. So each of
 * these is compared as a task of its own (units.h), which counts as created by the opener at the beginning of the
 * phase. It is parallel to the others and to all segments, even to the segment of the executing thread. There are two
 * exceptions:
 *   - the stack of the thread stays the thread's own: there is one for each thread, and accesses to it count
 *     as the segment's;
 *   - if the thread has asked for its number, it may use data that belong to this number. From then on
 *     everything that it executes counts as its segment: T1, rp_omp_bind.
 *
 * The same holds for a league, whose teams get iterations of `distribute` loops (distribute.h): they are made by who
 * began the league, and a team that has asked for its number is bound.
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

/* Whether a construct was cancelled; cancel.h. */
typedef struct rp_omp_cancellation
{
  bool is_on;
  uint32_t step;  /* of the task that cancelled it first; 0: not known */
  unsigned begun; /* tasks that began since, as if they had been faster */
} rp_omp_cancellation;

/* Internal control variables that a task hands on. */
typedef struct rp_omp_settings
{
  unsigned threads;      /* for the next parallel region; 0: the default */
  unsigned most_levels;  /* of active regions */
  unsigned thread_limit; /* 0: none */
  unsigned teams, teams_limit; /* of a league that says nothing; 0: the default, none */
  int schedule;                /* for schedule(runtime) */
  int chunk;
  bool is_schedule_said; /* by OMP_SCHEDULE or omp_set_schedule */
  bool is_dynamic;
  uintptr_t allocator; /* the default one */
} rp_omp_settings;

enum
{
  RP_OMP_MAX_SIMD = 16 /* simd loops and their bodies, one inside the other */
};

/* A task region: implicit, one for each thread of a team, or explicit. */
typedef struct rp_omp_task
{
  rp_omp_team *team;
  rp_omp_thread *thread; /* that executes it */
  rp_child_list *child_list;       /* its children; NULL: none since the last wait that parted them */
  rp_omp_depends *depends;
  rp_omp_group *group; /* innermost taskgroup */
  rp_omp_settings settings;
  bool is_explicit, is_final;
  bool is_untied; /* it may go on in another thread, with another number */
  unsigned points_passed; /* cancellation points, in this iteration or task */
  const void *denied; /* the last lock that it found taken */
  unsigned simd[RP_OMP_MAX_SIMD],
    simd_count;      /* gcc: the simd loops and bodies that it is in: gomp_simd.h */
  uintptr_t copies;    /* clang: explicit, where its private variables are; 0: not known */
  size_t copies_size;
  uint64_t simd_key; /* gcc: of its simd loops in composite constructs; 0: none so far */
  bool is_in_hidden; /* gcc: it is in a loop whose iterations are not seen */
  rp_copies_out copies_out; /* gcc: it is in a loop that is dealt out to teams */
  bool updates_next; /* gfortran: its next atomic operation is an update, whose value nobody gets */
  bool is_updating; /* gcc: it is in an atomic update, whose value nobody gets */
  bool has_asked; /* explicit: for its thread's number; then it is in a section of that */
  struct rp_gomp_target *target; /* gcc: the target region that it executes; or NULL */
  unsigned next_threads, next_teams, next_limit; /* clang: for the region that follows; 0: not said */
} rp_omp_task;

/* clang: what a thread has of a static loop, as pieces of LENGTH iterations, the first of them at 0, STRIDE,
 * 2 STRIDE ... */
typedef struct rp_omp_dealt
{
  uint64_t next;   /* iteration */
  uint64_t left;   /* iterations of the piece, from that on */
  uint64_t length, stride;
  uint64_t count;  /* iterations of all threads */
  uint64_t unit;   /* iterations that are taken together */
  uint64_t in_unit; /* those of the unit that were begun */
  rp_omp_units *units;
  uint32_t site;
  rp_task_kind kind; /* of its iterations */
} rp_omp_dealt;

/* Where a thread stands in a run of units (units.h). */
typedef struct rp_omp_unit_place
{
  int64_t piece, number; /* the first unit of the piece, and the unit that runs */
  uint64_t left;         /* units of the piece after that */
} rp_omp_unit_place;

struct rp_omp_thread
{
  rp_closure *closure; /* of all its guests */
  rp_omp_team *team;
  rp_omp_task task; /* implicit */
  unsigned number;
  rp_omp_storage *storage; /* thread-local; NULL: that of the program's first thread */
  rp_standing standing;
  uint32_t barrier; /* where it stands, or stood last */
  bool is_standing;
  bool has_ended;
  bool is_bound;   /* T1 */
  bool may_leave;  /* at a barrier that it leaves if the region is cancelled */
  bool has_executed; /* explored: an iteration, section or single since the last barrier */
  rp_task *host;  /* its segment, while it executes something as a guest */
  bool is_distributed; /* then: the guest is an iteration that another team might have got, and ends with it alone */
  bool is_distributing; /* it is in a `distribute` loop whose iterations are such */
  uint64_t distributed, first_distributed; /* then: how many so far; clang: the number of the first */
  uint32_t distributed_site;
  rp_creation latest;  /* the last iteration, section or single that it began to execute as one */
  rp_omp_units *units; /* the loop whose units it executes, if the one that runs is no task; or NULL */
  rp_omp_unit_place unit; /* then */
  rp_omp_depends *depends_before; /* then: of the children that it had before */
  struct rp_gomp_opened *opened; /* gcc before 4.9: the region that its thread 0 is in; or NULL */
  bool is_before_single; /* gcc: the statement of the single that it executes is the next */
  uint64_t shares; /* worksharing constructs so far */
  struct rp_omp_share *share; /* the one that it is in */
  rp_omp_pieces pieces;       /* loop: that it has got */
  uint64_t piece, piece_end;  /* loop: what is left of its piece */
  uint64_t piece_key;         /* of the piece, among all: inside/engine/simd.h, V4 */
  bool has_another;           /* loop: it has got the piece of another thread, too */
  uint64_t begun, ended; /* loop: the unit that it executes; the same: none */
  struct rp_omp_reproducible *reproduced; /* the equal loops that what it executes is in order with; or NULL */
  uint64_t reproduced_unit; /* then: which part of them it executes */
  uint32_t reproduced_site;
  uint64_t turn;         /* ordered loop: the next of its iterations */
  const void *upper;     /* clang: names the static loop; NULL: none whose iterations count */
  rp_omp_dealt dealt;    /* of that */
  uint64_t static_loops; /* clang: so far, in which it asked for its bounds */
  bool is_simd_next;     /* clang: the next loop is one with simd */
  bool expects_copies;   /* clang: its construct has lastprivate variables, not copied yet */
  bool has_last;         /* clang: it has executed the last iteration or section */
};

struct rp_omp_team
{
  rp_omp_team *outer;
  rp_omp_task *opener_task;
  rp_task *opener;
  rp_task *league; /* it is a team of the league that this task has begun; or NULL */
  rp_omp_group *group; /* gcc: of the reductions of the region; or NULL */
  unsigned size, level, active_level;
  unsigned busy; /* at level 0: threads of all regions inside, besides the initial one: the contention group */
  uint32_t site;
  void (*run) (void *data);
  void *data;
  rp_omp_thread *threads;
  RP_VEC (struct rp_omp_share *) shares; /* worksharing constructs that some have not left */
  uint64_t first_share;
  struct rp_omp_reproducible *reproducible; /* classes of loops of this phase */
  RP_VEC (rp_omp_units *) static_units; /* clang: of the static loops of this phase */
  uint64_t first_static;                /* number of the first of them */
  unsigned team_number, team_count; /* of a league */
  unsigned next_executor; /* of an explicit task; modulo the size */
  rp_omp_cancellation region_cancelled, share_cancelled; /* the second: a loop or sections of this phase */
};

/* The task region that runs. */
rp_omp_task *rp_omp_current (void);

/* First and last thing in every function of the library. The first makes a task of the unit that runs (units.h). The
 * second does not: for functions that end a unit, or a section in it, or that order nothing. The third: for functions
 * that begin a section, does so only inside of another section, since the order of locks matters then. */
uint32_t rp_omp_enter (uintptr_t pc);
uint32_t rp_omp_enter_between_units (uintptr_t pc);
uint32_t rp_omp_enter_section (uintptr_t pc);
void rp_omp_leave (void);

#define RP_OMP_ENTER() rp_omp_enter ((uintptr_t) __builtin_return_address (0))

/* ---- team.c ---- */

/* 0 threads: as many as the settings say. */
void rp_omp_parallel (void (*run) (void *data), void *data, unsigned threads, uint32_t site);
void rp_omp_parallel_in (rp_omp_group *group, void (*run) (void *data), void *data,
                         unsigned threads, uint32_t site);
unsigned rp_omp_team_size (unsigned wanted);
unsigned rp_omp_wanted_threads (const rp_omp_task *task); /* by the settings, without limits */

/* gcc: a construct whose body got BLOCK has ended, and gcc copies words of BLOCK back; see copy_back.h. SIZE
 * 0: the size is not known. */
void rp_omp_copies_back (const void *block, size_t size);

/* The code between these calls is the region of a team of one. */
void rp_omp_alone_begin (uint32_t site);
/* The same for an initial task: outside of all parallel regions and teams. */
void rp_omp_initial_begin (uint32_t site);
void rp_omp_alone_end (void);

void rp_omp_barrier (uint32_t site);

/* From here to the end call, the running thread executes work that any other thread might have got. NUMBER is
 * for its name. Does nothing if the thread is bound. */
void rp_omp_guest_begin (rp_omp_thread *thread, rp_task_kind kind, long number, uint32_t site);
void rp_omp_guest_end (rp_omp_thread *thread);

/* The same for something that any other team of the league might have got; ends of guests inside of it are not its own. */
void rp_omp_distributed_begin (rp_omp_thread *thread, long number, uint32_t site);
void rp_omp_distributed_end (rp_omp_thread *thread);

/* units.c: what runs is a task from now on, not a unit of a loop task. */
void rp_omp_settle (void);

/* T1: the thread knows its number from now on. */
void rp_omp_bind (rp_omp_task *task);

void rp_omp_took_number (void);
void rp_omp_read_number (void);

/* ---- task.c ---- */

rp_child_list *rp_omp_child_list (rp_omp_task *task);
void rp_omp_part (rp_omp_task *task); /* its children are left to the finish */
bool rp_omp_is_deferred (const rp_omp_task *task);
void rp_omp_taskwait (uint32_t site);
void rp_omp_wait_alone (const rp_omp_task *task, uint32_t site); /* in a team of one: for all of its children */
void rp_omp_taskgroup_begin (uint32_t site);
void rp_omp_taskgroup_end (uint32_t site);

/* Unknown constructs are named, never ignored. */
_Noreturn void rp_omp_unsupported (const char *construct, uint32_t site);

#endif
