/* The state of the verifier inside a program: one of it, since there is one program. Shared by
 * monitor.c (accesses), api.c (tasks) and raw_report.c (the end). */
#ifndef RP_HOOKS_ENGINE_H
#define RP_HOOKS_ENGINE_H

#include "base/digest.h"
#include "base/options.h"
#include "detect/espbags.h"
#include "detect/onthefly.h"
#include "detect/permission.h"
#include "detect/race.h"
#include "detect/stall.h"
#include "detect/step_bags.h"
#include "graph/build.h"
#include "hooks/context.h"
#include "hooks/graph_engine.h"
#include "hooks/locations.h"
#include "hooks/monitor.h"
#include "hooks/object_log.h"
#include "runtime/runtime.h"

/* What a task's fiber runs, and where its calls stand while it does not run. */
typedef struct rp_closure
{
  void (*function) (void *argument);
  void *(*value_function) (void *argument);
  void (*loop_function) (long index, void *argument);
  void *argument, *value;
  long low, high;
  void (*handler) (void *value, void *context);
  void *handler_context;
  rp_task *aside;         /* whose the stack is, while it runs in a guise */
  uintptr_t aside_low, aside_high;
  void *front;            /* of the front end that made the task, if not <raceproof/task.h> */
  uint32_t context, lost; /* rp_context_now, rp_context_lost */
  rp_digest known;        /* explored by states: what the task got so far */
  uintptr_t stack_low;    /* lowest frame of an instrumented function */
  uintptr_t stack_high;
  size_t copy_size;
  _Alignas(16) char copy[];
} rp_closure;

/* A race for the report: where both sides were, and what was there. */
typedef struct rp_raw_side
{
  uint32_t task, where;
  uint32_t step; /* node of the graph */
  bool is_write;
  rp_access_class class;
  uint32_t locks; /* of the judge's; RP_NO_LOCKS without one */
} rp_raw_side;

typedef struct rp_raw_race
{
  uint64_t address, size; /* of all bytes in conflict, as far as they lie together */
  uint64_t overlap;       /* of those in the first conflict */
  uint64_t count;         /* conflicts that this stands for */
  uint64_t access;        /* number of the later access of the last one */
  size_t next;            /* row for the same places, plus 1 */
  bool certain, order;
  bool permission; /* the sides are acquires, and the two tasks hold both */
  bool one_thread; /* OpenMP: of all conflicts, one thread executed both sides, since loops without
                    * a schedule clause are static here */
  bool unclear;    /* then: the loops may have a clause that says so */
  uint32_t simd_site; /* the sides are iterations of a simd loop, in one task; 0: they are not */
  uint64_t simd_iterations[2]; /* the earlier's and the later's */
  rp_raw_side earlier, later;
  rp_object object;
  rp_meeting meeting;
} rp_raw_race;

/* A conflict of two iterations of a simd loop, which one task executes; counted from 0. */
typedef struct rp_simd_race
{
  uintptr_t address;
  uint32_t site, earlier_where, later_where;
  bool earlier_writes, later_writes;
  uint64_t earlier_iteration, later_iteration;
} rp_simd_race;

typedef struct rp_raw_lock
{
  rp_object object;
  bool is_lock; /* of <omp.h> */
} rp_raw_lock;

/* Something wrong other than a race or a deadlock; RULE is a number of finding.h. */
typedef struct rp_raw_incident
{
  int rule;
  uint32_t task, where;
  char *text;
} rp_raw_incident;

enum
{
  RP_ENGINE_MISUSE = 5,
  RP_ENGINE_ASSERTION = 6,
  RP_ENGINE_CRASH = 7
};

typedef struct rp_engine_state
{
  rp_bags bags; /* first: for the access path */
  rp_options options;
  rp_runtime *runtime;
  bool with_graph;
  bool explored; /* by another process, in this schedule (explored.h); bags are not used then */
  uint32_t in_atomic; /* explored: 1 + the task in an atomic operation that has begun */
  RP_VEC (rp_raw_incident) incidents;
  rp_step_bags judge; /* in place of the bags, for what is beyond them */
  rp_stalls stalls;   /* beside all of them, unless the program is explored */
  rp_depth_first depth_first;
  rp_random_policy random;
  rp_builder builder;
  rp_locations locations; /* with the graph */
  rp_detector detector;
  rp_onthefly fly;
  rp_closure main;
  rp_closure *running;
  RP_VEC (rp_raw_race) races;
  rp_map by_places; /* pair of places -> number of the last one in races, plus 1 */
  uint64_t found;   /* by the graph, so far */
  rp_map racing_nodes, racing_places; /* in a race that the graph shows: stamps, places */
  RP_VEC (const char *) remarks[RP_REMARKS];
  uint64_t accesses;
  bool started, ended;
  bool has_openmp; /* a team or a task of OpenMP was begun */
  uint32_t stop_task, stop_where; /* of a crash, or of exit in a task */
  uint32_t exit_where;            /* the call of exit */
  uint32_t abort_where;           /* of abort, or the assertion that failed */
  int stop_signal;
  bool ends_elsewhere; /* a thread of the program's own does it, not a task */
  bool keeps_buffers; /* the program ends without flushing its streams, so nobody else does */
  bool quick_exit;    /* called, with this status */
  int quick_status;
  bool reports_aside; /* this process forks to have what was found so far reported, and goes on */
  double begun;
} rp_engine_state;

extern rp_engine_state rp_engine_now __attribute__ ((aligned (64)));

/* raw_report.c: begins before the program, whose environment says where the raw report goes. The
 * process that was started is the one that leaves it there; those that it starts, by fork or exec,
 * report by themselves. */
void rp_raw_report_start (void);

/* Writes the raw report, and shows it if nobody else will. STOP names what ended the program early,
 * or is NULL. Returns the exit status for a program that itself ended with STATUS. */
int rp_raw_report_end (const char *stop, const char *message, int status);

/* Whether this process is the one whose state the engine has: not a child that vfork made. */
bool rp_raw_report_is_ours (void);

/* In a child of the process that the report is about, if there is something to say, or if IS_INSIDE: tasks have not
 * ended. */
void rp_raw_report_aside (const char *stop, const char *message, bool is_inside);

/* Before a report: whether other threads executed code of the program is told. */
void rp_engine_note_threads (void);

/* The raw report of this process goes to PATH; NULL: nothing changes. */
void rp_raw_report_to (const char *path);

/* Where a debugger may stop: something was found. */
void rp_breakpoint (void);

/* Explored: the explorer is told, and the raw report has it. */
void rp_engine_incident (int rule, uint32_t where, const char *text);

/* monitor_atomic.c: explored, an atomic operation is a section of the program's: others may go before it. The one that
 * is told between these is done before anybody else runs. */
void rp_engine_atomic_begin (uintptr_t address, size_t size, uintptr_t pc);
void rp_engine_atomic_end (uintptr_t pc);

/* monitor.c: an access that is not on record, or not known to be. */
void rp_engine_access (uintptr_t address, size_t size, bool is_write, rp_access_class class,
                       uintptr_t pc);

/* The word is accessed already, as any atomic operation does; the rest is what it orders. */
void rp_engine_synchronise (uintptr_t address, size_t size, bool is_write);

/* The program begins its first team or deferred task of OpenMP. From then on atomic operations order by the memory model.
 * The option -fopenmp does not decide that: programs with tasks of another kind may be compiled with it. */
void rp_engine_has_openmp (void);

/* monitor_end.c: from now on the end of the program is noticed, also a crash. */
void rp_engine_catch_end (void);

/* The program calls CALL, which ends it with STATUS without further ado. Returns the status to end with. */
int rp_engine_ends_at_once (int status, const char *call);

/* The program is about to become another one, by exec from PC: what was found so far is reported. */
void rp_engine_is_replaced (uintptr_t pc);

/* Where a thread that is not the main one calls what ends the program. */
extern __thread uintptr_t rp_engine_end_pc __attribute__ ((tls_model ("initial-exec")));

/* The runtime has stopped. Does not return. */
void rp_engine_stopped (rp_runtime *rt);

/* Somebody ends the program by SIGNAL. */
void rp_engine_asked_to_end (int signal);

/* Who is told of what the runtime does. */
rp_observer *rp_engine_observer (void);

/* The bytes have a new use: nothing before counts. */
void rp_engine_forget (uintptr_t address, size_t size);

bool rp_race_is_found (void *context); /* a certain one */

/* OpenMP: what was at ADDRESS when a race was found one of whose sides was in a section on it. */
rp_raw_lock rp_race_lock_at (uint64_t address);

void rp_race_atomic_done (void);       /* with bags alone: after an atomic operation */
void rp_races_forget (void);

/* races.c: what the engines call. */
void rp_race_found_by_bags (void *context, const rp_bag_race *race);
void rp_race_found_by_graph (void *context, const rp_race *race);
void rp_race_found_in_simd (const rp_simd_race *race);
void rp_race_found_by_runtime (const rp_violation *violation); /* just now */
void rp_race_found_by_regions (const rp_overlap *overlap);     /* at the end, with the graph */

#endif
