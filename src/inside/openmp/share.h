/* Worksharing: constructs that all threads of a team meet in the same order, each with a descriptor that the
 * first thread to arrive makes and the last thread to leave frees.
 *
 * A thread gets the iterations of a loop in pieces, as its schedule says (schedule.h), and executes them in
 * units: the iterations of a unit are compared as one. By the loop's grain, a unit is one iteration, one
 * chunk, or the whole piece of the thread. In loops of more than RP_OMP_MAX_UNITS iterations, or RP_OMP_MAX_TASKS where
 * iterations are tasks (units.h), neighbouring iterations are one unit. Sections are the iterations of a loop. Which
 * thread gets which piece does not depend on which thread asks first, so the program does the same in every run.
 *
 *   W1. The thread that executes the last iteration copies lastprivate variables afterwards [OpenMP 5.2, 5.4.5]. The
 *       copies come after that iteration, and after nothing else that the thread executed and another thread might have
 *       got. So they are a part of its last unit, which goes on until the thread leaves the construct. */
#ifndef RP_INSIDE_OPENMP_SHARE_H
#define RP_INSIDE_OPENMP_SHARE_H

#include "inside/openmp/units.h"

#define RP_OMP_MAX_UNITS ((uint64_t) 1 << 26)
#define RP_OMP_MAX_TASKS ((uint64_t) 1 << 20)

/* `raceproof cc` puts constructs with these numbers of sections around atomic updates, around loops whose
 * iterations it cannot make visible, and around loops whose iterations are distributed among teams. */
#define RP_OMP_NO_SECTIONS 0x52500000
#define RP_OMP_HIDDEN_LOOP 0x52500001
#define RP_OMP_DISTRIBUTE 0x52500002
#define RP_OMP_DISTRIBUTE_SIMD 0x52500003

/* The plug-in for gcc passes this number of sections before loops whose iterations are distributed among
 * teams, and not inside them. */
#define RP_OMP_TO_TEAMS 0x5250000f

/* In Fortran, `raceproof cc` puts `error` directives with these texts before such loops and updates. */
#define RP_OMP_HIDDEN_MESSAGE "raceproof: the iterations of the next loop are not seen"
#define RP_OMP_UPDATE_MESSAGE "raceproof: the next atomic construct is an update"
bool rp_omp_is_own_message (const char *message, size_t length);

/* Such a loop is executed: the verdict is undecided. */
void rp_omp_remark_hidden (void);

typedef struct rp_omp_share
{
  uint64_t number;
  unsigned left; /* threads that have left it */
  rp_task_kind kind;
  uint32_t site;
  rp_omp_schedule schedule;
  rp_omp_grain grain;
  struct rp_omp_reproducible *apart; /* where the grain is the thread: as tasks of their own; or NULL */
  bool is_in_order; /* clang's sections: each thread has a block of them, and executes none after a later one */
  uint64_t count; /* iterations, sections */
  uint64_t unit;  /* iterations in one unit, where the grain is the iteration */
  rp_omp_units units;
  uint64_t taken; /* the first pieces that somebody executes or has executed, a bit for each */
  long start, step;
  rp_turns *turns;       /* of ordered regions; NULL: none */
  bool is_doacross;
  struct rp_omp_doacross *doacross; /* NULL in a team of one */
  rp_promise *published; /* copyprivate: DATA can be read */
  void *data;
  void *memory;          /* gcc: for conditional lastprivate */
  uintptr_t *reductions; /* gcc: those of the first thread */
} rp_omp_share;

/* The running thread meets the next construct. *IS_FIRST: it is the first thread of the team to do so, and
 * makes the descriptor. */
rp_omp_share *rp_omp_share_enter (rp_omp_thread *thread, rp_task_kind kind, uint32_t site,
                                  bool *is_first);
void rp_omp_share_leave (rp_omp_thread *thread);
void rp_omp_share_leave_all (rp_omp_thread *thread);
void rp_omp_shares_free (rp_omp_team *team);

/* Whether THREAD executes the constructs that one thread of the team executes, such as `single`. The last
 * thread does, because the first thread executes everything that is for the master. */
bool rp_omp_is_executor (const rp_omp_thread *thread);

/* A loop over START + i * STEP, 0 <= i < COUNT. */
void rp_omp_loop_begin (rp_omp_thread *thread, long start, long step, uint64_t count,
                        rp_omp_schedule schedule, uint32_t site);

/* The same for a construct that the thread has met already, by rp_omp_share_enter. */
void rp_omp_loop_deal (rp_omp_thread *thread, bool is_first, long start, long step, uint64_t count,
                       rp_omp_schedule schedule);

/* The schedule that guarantees no order: for sections, and for loops where the program only says that threads
 * share the iterations. */
rp_omp_schedule rp_omp_any_schedule (void);

/* The kind of task that an iteration of a loop with SCHEDULE is. */
rp_task_kind rp_omp_iteration_kind (const rp_omp_schedule *schedule);

/* Of schedule(runtime) [OpenMP 5.2, 21.2.1]: what OMP_SCHEDULE or omp_set_schedule say. */
rp_omp_schedule rp_omp_runtime_schedule (void);

/* Iterations in one unit of a loop of COUNT that may have MOST units; 0: there are none. */
uint64_t rp_omp_unit (uint64_t count, uint64_t most);

/* Finds the next unit for the running thread: from iteration FIRST up to, but not including, LAST. Returns
 * false if none is left. */
bool rp_omp_loop_next (rp_omp_thread *thread, uint64_t *first, uint64_t *last);

#endif
