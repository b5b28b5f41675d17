/* The state of the verifier inside a program. There is only one state, because a process runs one program. monitor.c
 * (accesses), api.c (tasks) and report_writer.c (the end) share it. */
#ifndef RP_INSIDE_ENGINE_ENGINE_H
#define RP_INSIDE_ENGINE_ENGINE_H

#include "base/options.h"
#include "core/detect/espbags.h"
#include "core/detect/onthefly.h"
#include "core/detect/permission.h"
#include "core/detect/possible_deadlock.h"
#include "core/detect/race.h"
#include "core/detect/step_bags.h"
#include "core/event/run_end.h"
#include "core/graph/build.h"
#include "core/runtime/runtime.h"
#include "inside/engine/closure.h"
#include "inside/engine/engines.h"
#include "inside/engine/graph_engine.h"
#include "inside/engine/locations.h"
#include "inside/engine/object_log.h"
#include "inside/hook/monitor.h"
#include "inside/stack/context.h"
#include "inside/system/threads.h"

/* One side of a race for the report: the task that accessed the object, and the site. */
typedef struct rp_row_side
{
  uint32_t task, site;
  uint32_t step; /* stamp of the access's node in the graph; 0 without a graph */
  bool is_write;
  rp_access_class class;
  uint32_t locks; /* the set of locks that the task held, by the step bags; RP_NO_LOCKS with other engines */
} rp_row_side;

typedef struct rp_race_row
{
  uint64_t address, size; /* all bytes in conflict that are next to each other */
  uint64_t overlap;       /* how many bytes were in the first conflict */
  uint64_t count;         /* how many conflicts were added to this row */
  uint64_t access;        /* the number of the later access in the last conflict */
  size_t next;            /* 1 + place in races of the next row with the same key_of; 0: none */
  bool certain, order;    /* order: no race, but a dependence on an order */
  bool permission;        /* a conflict of permission regions: the two tasks are in them at once */
  bool one_thread; /* OpenMP: one thread executed both sides of all conflicts, because loops without a schedule clause
                    * are static here */
  bool unclear;    /* at the first conflict: one_thread, but perhaps because a loop has the clause schedule(static) */
  uint32_t simd_site; /* the simd loop whose iterations are the two sides, in one task; 0: none */
  uint64_t simd_iterations[2]; /* numbers of the earlier and the later iteration */
  rp_row_side earlier, later;
  rp_object object;
  rp_meeting meeting;
} rp_race_row;

/* A conflict of two iterations of a simd loop, which one task executes. Iterations are counted from 0. */
typedef struct rp_simd_race
{
  uintptr_t address;
  uint32_t loop_site, earlier_site, later_site;
  bool earlier_writes, later_writes;
  uint64_t earlier_iteration, later_iteration;
} rp_simd_race;

typedef struct rp_lock_row
{
  rp_object object;
  bool is_lock; /* a lock of <omp.h>; else a critical section */
} rp_lock_row;

/* An error that is neither a race nor a deadlock; RULE is a number of finding.h. */
typedef struct rp_incident_row
{
  int rule;
  uint32_t task, site;
  char *text;
} rp_incident_row;

enum
{
  RP_ENGINE_MISUSE = 5,
  RP_ENGINE_ASSERTION = 6,
  RP_ENGINE_CRASH = 7
};

typedef struct rp_engine_state
{
  rp_bags bags; /* the first member, so that the access path reaches it without an offset */
  rp_options options;
  rp_runtime *runtime;
  RP_VEC (rp_incident_row) incidents;
  rp_step_bags step_bags; /* decides in place of the bags, for constructs that the bags do not support */
  rp_stalls stalls;   /* looks for stalls beside every engine, unless the program is explored */
  rp_depth_first depth_first;
  rp_random_policy random;
  rp_builder builder;
  rp_locations locations; /* of the accesses in the graph */
  rp_detector detector;
  rp_onthefly fly;
  rp_closure main;
  rp_closure *running;
  RP_VEC (rp_race_row) races;
  rp_map by_sites;    /* key (key_of in races.c) -> 1 + place in races of the last row with it */
  uint64_t
    unit_rows; /* rows in the table of tasks that units of loops got although they were no tasks */
  uint64_t found;   /* how many races the graph and the permissions have shown so far */
  rp_map racing_nodes, racing_sites; /* the stamps of nodes, and the sites, that race in the graph */
  RP_VEC (const char *) remarks[RP_REMARKS];
  uint64_t accesses;
  bool started, ended;
  bool has_openmp; /* a team or a task of OpenMP was begun */
  uint32_t stop_task, stop_site; /* where a crash, or a call of exit in a task, ended the program */
  uint32_t exit_site;            /* the call of exit */
  uint32_t abort_site;           /* the call of abort, or the assertion that failed */
  int stop_signal;
  bool ends_elsewhere; /* a thread of the program's own ends the program, not a task */
  bool keeps_buffers; /* the program ends without flushing its streams, so the verifier does not flush them either */
  bool quick_exit;    /* the program called quick_exit with this status */
  int quick_status;
  bool reports_in_child; /* this process forks a child that reports what was found so far, and goes on itself */
  double begun;
} rp_engine_state;

extern rp_engine_state rp_engine_now __attribute__ ((aligned (64)));

/* Does the same as rp_monitor_is_on, inlined. */
static inline bool
rp_engine_is_on (void)
{
  return rp_engine_now.started && !rp_engine_now.ended && !rp_is_inside () && rp_thread_is_main ();
}

/* report_writer.c: called before the program begins. Finds in the environment where the report of this process goes.
 * Only the process that the command started writes there, also after exec, unless it has written a report there before.
 * All other processes show their reports themselves. */
void rp_writer_start (void);

/* Writes the report for the command if the command reads it. Otherwise shows the report, unless there is nothing to
 * say. Returns the exit status for a program that itself ended with STATUS. MESSAGE may be NULL. */
int rp_writer_finish (rp_run_end ending, const char *message, int status);

/* Returns whether the engine's state belongs to this process. A child that vfork made shares the state with its parent,
 * to which the state belongs. */
bool rp_writer_is_own_process (void);

/* Called in a child of the process that the report is about. Writes a report if there is something to say, or
 * if IS_INSIDE, that is, if tasks have not ended. */
void rp_writer_finish_child (rp_run_end ending, const char *message, bool is_inside);

/* Called before a report: adds a remark if other threads executed code of the program. */
void rp_engine_note_threads (void);

/* Sends the report of this process to PATH. NULL: nothing changes. */
void rp_writer_set_path (const char *path);

/* Does nothing. It is called at every incident, and when the runtime stops the program, so that a debugger can stop
 * here. */
void rp_breakpoint (void);

/* Adds an incident of the running task to the raw report, and, in exploration, reports it to the explorer. */
void rp_engine_incident (int rule, uint32_t site, const char *text);

/* monitor.c: handles an access that is not known to be on record. */
void rp_engine_access (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc);

/* monitor_atomic.c: adds the orders that an atomic operation makes. The access to the word itself has been handled
 * already, as for any atomic operation. */
void rp_engine_synchronise (uintptr_t address, size_t size, bool is_write);

/* monitor_end.c: installs handlers, so that from now on the end of the program is noticed, even a crash. */
void rp_engine_catch_end (void);

/* The program calls a function that ends it at once with STATUS. CALL is "the program called quick_exit" or the like.
 * Returns the exit status to end with. */
int rp_engine_ends_at_once (int status, const char *call);

/* The program is about to become another one, by exec from PC: reports the findings so far. */
void rp_engine_is_replaced (uintptr_t pc);

/* If the running thread is not the main one, and ends the program by a call: the return address of the call; else 0. */
extern __thread uintptr_t rp_engine_end_pc __attribute__ ((tls_model ("initial-exec")));

/* Called when the runtime has stopped the program: reports, and ends the process. */
void rp_engine_stopped (rp_runtime *rt);

/* Called when SIGNAL from outside ends the program: reports the findings so far. */
void rp_engine_asked_to_end (int signal);

bool rp_race_is_found (void *context); /* whether a certain race was found */

/* OpenMP: returns the lock whose sections are on OBJECT. The row shows the lock at the time when the first race was
 * found that has a side in such a section. Returns a row of zeros if there was no such race. */
rp_lock_row rp_race_lock_at (uint64_t object);

/* With ESP-bags: called after an atomic operation. HAS_MET: an operation of a parallel strand on the same location is on
 * record, for which the running strand may have waited. */
void rp_race_atomic_done (bool has_met);

void rp_races_forget (void);

/* Returns the row of STRAND's task in the table of tasks. A unit of a loop gets a row of its own.
 * rp_race_row_of_task: UNIT becomes a task, which gets the row of UNIT that is returned. */
uint32_t rp_race_task_of (uint32_t strand);
uint32_t rp_race_row_of_task (uint32_t unit);

/* races.c: each of these functions records one race, or one conflict of permissions. The detectors, simd.c,
 * api_permission.c and graph_engine.c call them. */
void rp_race_found_by_bags (void *context, const rp_bag_race *race);
void rp_race_found_by_graph (void *context, const rp_race *race);
void rp_race_found_in_simd (const rp_simd_race *race);
void rp_race_found_by_runtime (const rp_violation *violation); /* at the moment of the conflict */
void rp_race_found_by_permissions (const rp_overlap *overlap); /* at the end, with the graph */

#endif
