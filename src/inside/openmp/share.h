/* Worksharing constructs. All threads of a team meet these constructs in the same order. Each construct has a
 * descriptor, rp_omp_share: the first thread to arrive makes it, and the last thread to leave frees it.
 *
 * A thread gets the iterations of a loop in pieces, as its schedule says (schedule.h), and executes them in units: the
 * iterations of a unit are compared as one. By the loop's grain, a unit is one iteration, one chunk, or one piece.
 * With the grain `thread`, all pieces of a thread are compared as one. With the grain `iteration`, neighbouring
 * iterations are one unit if the loop has more than RP_OMP_MAX_UNITS iterations, or more than RP_OMP_MAX_TASKS
 * where iterations are tasks (units.h). A `sections` construct is a loop over its sections. Which thread gets which
 * piece does not depend on which thread asks first, so the program does the same in every run.
 *
 *   W1. The thread that executes the last iteration copies lastprivate variables afterwards [OpenMP 5.2, 5.4.5]. The
 *       copies come after that iteration. They are not ordered after the thread's other iterations, which another
 *       thread might have got. So the copies are a part of the thread's last unit, which goes on until the thread
 *       leaves the construct. */
#ifndef RP_INSIDE_OPENMP_SHARE_H
#define RP_INSIDE_OPENMP_SHARE_H

#include "inside/openmp/units.h"

#define RP_OMP_MAX_UNITS ((uint64_t) 1 << 26)
#define RP_OMP_MAX_TASKS ((uint64_t) 1 << 20)

/* `raceproof cc` puts loops around atomic updates, around loops whose iterations it cannot make visible, around loops
 * whose iterations are distributed among teams, and around scope constructs with reductions and their bodies. The head
 * of such a loop calls GOMP_sections_start with one of these numbers of sections (compile/rewrite/rewrite.h). */
#define RP_OMP_NO_SECTIONS 0x52500000
#define RP_OMP_HIDDEN_LOOP 0x52500001
#define RP_OMP_DISTRIBUTE 0x52500002
#define RP_OMP_DISTRIBUTE_SIMD 0x52500003
#define RP_OMP_SCOPE 0x52500004
#define RP_OMP_SCOPE_BODY 0x52500005

/* The plug-in for gcc adds a call of GOMP_sections_start with this number before a loop whose iterations are
 * distributed among teams, if it adds no calls inside the loop. */
#define RP_OMP_TO_TEAMS 0x5250000f

/* In Fortran, `raceproof cc` puts `error` directives with these texts before loops whose iterations are not seen,
 * before atomic updates, and before and behind the end of a scope construct. rp_omp_is_own_message returns whether
 * MESSAGE is one of them. */
#define RP_OMP_HIDDEN_MESSAGE "raceproof: the iterations of the next loop are not seen"
#define RP_OMP_UPDATE_MESSAGE "raceproof: the next atomic construct is an update"
#define RP_OMP_SCOPE_ENDS_MESSAGE "raceproof: a scope construct ends"
#define RP_OMP_SCOPE_ENDED_MESSAGE "raceproof: a scope construct has ended"
bool rp_omp_is_own_message (const char *message, size_t length);

/* A loop whose iterations are not seen is executed. Adds a remark that makes the verdict undecided. */
void rp_omp_remark_hidden (void);

typedef struct rp_omp_share
{
  uint64_t number; /* place among the worksharing constructs of the team */
  unsigned left; /* threads that have left the construct */
  rp_task_kind kind;
  uint32_t site;
  rp_omp_schedule schedule;
  rp_omp_grain grain;
  /* the loop's class, if the iterations of each thread are a task of their own; else NULL (rp_omp_static_apart) */
  struct rp_omp_reproducible *apart;
  bool is_in_order; /* clang's sections: each thread executes a block of them, in ascending order */
  uint64_t count; /* number of iterations or sections */
  uint64_t unit;  /* iterations in one unit, where the grain is the iteration */
  rp_omp_units units;
  uint64_t taken; /* bit i: a thread has got piece i; only if there are few pieces (share.c) */
  long start, step;
  bool is_counted;       /* reports name iterations by place, not by the loop variable's value */
  bool is_to_last;       /* gcc: the loop's end overflowed (rp_omp_schedule_overflows) */
  rp_turns *turns;       /* the order of the ordered regions; NULL: there are none, or the team has one thread */
  bool is_doacross;
  struct rp_omp_doacross *doacross; /* NULL: no doacross loop, or a team of one */
  rp_promise *published;            /* gcc, copyprivate: put when DATA can be read */
  void *data;            /* copyprivate: what the executing thread passes to the others */
  void *memory;          /* gcc: memory for conditional lastprivate, which the threads share */
  uintptr_t *reductions; /* gcc: the list of task reductions that the first thread registered */
} rp_omp_share;

/* THREAD, which runs, meets its next worksharing construct, of the given KIND, at SITE. Returns the descriptor of the
 * construct, which is THREAD->share from now on. Sets *IS_FIRST if THREAD is the first thread of the team to arrive;
 * the descriptor is new then. Before THREAD begins a unit, rp_omp_locks_around_meet must be called; rp_omp_loop_next
 * calls it. */
rp_omp_share *rp_omp_share_enter (rp_omp_thread *thread, rp_task_kind kind, uint32_t site,
                                  bool *is_first);
/* THREAD leaves its construct, and ends its unit. The last thread to leave frees the descriptor. If THREAD is in no
 * construct, only ends its unit or single. */
void rp_omp_share_leave (rp_omp_thread *thread);
/* Does the same as rp_omp_share_leave if THREAD is in a construct; otherwise does nothing. */
void rp_omp_share_leave_all (rp_omp_thread *thread);
/* Frees the descriptors that are left at the end of TEAM. */
void rp_omp_shares_free (rp_omp_team *team);

/* THREAD->share is a construct that one thread of the team executes, such as `single`. Returns whether THREAD is that
 * thread. Threads take turns from one construct to the next, beginning with the last thread. In a team of more than
 * two, thread 0 gets no turn, because it executes everything that is for the master. */
bool rp_omp_is_executor (const rp_omp_thread *thread);

/* THREAD meets a loop over START + i * STEP, 0 <= i < COUNT. */
void rp_omp_loop_begin (rp_omp_thread *thread, long start, long step, uint64_t count,
                        rp_omp_schedule schedule, uint32_t site);

/* Sets up a loop as rp_omp_loop_begin does, for a construct that THREAD has met already: THREAD has called
 * rp_omp_share_enter, which stored IS_FIRST. */
void rp_omp_loop_deal (rp_omp_thread *thread, bool is_first, long start, long step, uint64_t count,
                       rp_omp_schedule schedule);

/* Returns the schedule that guarantees no order: for sections, and for loops where the program only says that threads
 * share the iterations. */
rp_omp_schedule rp_omp_any_schedule (void);

/* Returns the kind of task that an iteration of a loop with SCHEDULE is. */
rp_task_kind rp_omp_iteration_kind (const rp_omp_schedule *schedule);

/* Returns the schedule of a loop with schedule(runtime) [OpenMP 5.2, 21.2.1]: the one that OMP_SCHEDULE or
 * omp_set_schedule gives, or else the default. */
rp_omp_schedule rp_omp_runtime_schedule (void);

/* Returns the number of iterations in one unit, for a loop of COUNT iterations that may have MOST units; 0 if COUNT
 * is 0. If a unit has more than one iteration, the report says so. */
uint64_t rp_omp_unit (uint64_t count, uint64_t most);

/* Ends the current unit of THREAD, which runs, and begins its next unit: from iteration *FIRST up to, but not
 * including, *LAST. Returns false if no unit is left. In this case the current unit goes on if it has the last
 * iteration of the loop (W1). */
bool rp_omp_loop_next (rp_omp_thread *thread, uint64_t *first, uint64_t *last);

#endif
