/* A front end is the library behind the constructs that make the program's tasks: OpenMP, HClib, or <raceproof/task.h>.
 * This interface has everything that the verifier asks of a front end, and everything that a front end says about
 * itself before the verifier starts.
 *
 * Front ends are in archives, so a program links the parts that it uses. Each part describes itself in a
 * constructor. The constructor is in a file that every program with the constructs of that part links. The verifier
 * starts after these constructors. A program without OpenMP has the front end of front.c: there are no teams and no
 * locks. */
#ifndef RP_INSIDE_FRONT_FRONT_H
#define RP_INSIDE_FRONT_FRONT_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rp_closure;

/* A place in the thread-local variables of a module. It is the same for all threads. */
typedef struct rp_thread_local
{
  uint64_t module; /* an address in the module */
  uint64_t offset;
} rp_thread_local;

/* For exploration: the code of a thread of a team between two barriers (inside/explored/pinned_work.h). */
typedef struct rp_pinned_work
{
  uint64_t
    stretch; /* differs for each thread, and for each of its stretches of code between two barriers */
  bool is_open;                    /* the code is open work, or a task that open work has created */
  uintptr_t stack_low, stack_high; /* the thread's stack */
} rp_pinned_work;

typedef struct rp_front
{
  size_t (*stack_bytes) (void); /* returns the size of a task's stack */

  /* ---- threads of teams, and what belongs to them ---- */

  /* The task of CLOSURE runs from now on: its thread's storage becomes the current one. Returns the thread pointer
   * of that storage. */
  uintptr_t (*switch_storage) (const struct rp_closure *closure);

  void (*before_thread) (void); /* the program, or a library, is about to start a thread */

  unsigned (*storage_count) (void); /* returns how many threads the front end has started for their storage */

  /* Threads are given by their thread pointers; 0: none. storage_with: returns the thread that has ADDRESS among the
   * SIZE bytes at OFFSET from its thread pointer. storage_opener: returns the thread that opened the team of the thread
   * POINTER. */
  uintptr_t (*storage_with) (uintptr_t address, intptr_t offset, size_t size);
  uintptr_t (*storage_opener) (uintptr_t pointer);

  /* Returns whether ADDRESS is in a thread-local variable of a thread of a team; stores in FOUND which variable. */
  bool (*find_thread_local) (uintptr_t address, rp_thread_local *found);

  bool (*is_thread) (const struct rp_closure *closure);  /* whether the task is a thread of a team, as opposed to
                                                          * an explicit task */

  /* team_of: if the task is a thread of a team of several threads, or the initial thread of a team of a league,
   * returns the number of that team, otherwise 0. is_inside_team: whether the task's team is nested in team number
   * TEAM; teams of one thread count as a part of the team around them, unless they belong to a league. */
  uint32_t (*team_of) (const struct rp_closure *closure);
  bool (*is_inside_team) (const struct rp_closure *closure, uint32_t team);

  /* Returns whether the task belongs to a thread that knows its number (T1 of inside/openmp/thread.h). Stores the
   * thread's number in *NUMBER in any case; 0 if there is no thread. */
  bool (*is_bound) (const struct rp_closure *closure, unsigned *number);

  /* In exploration: stores in WORKS the threads to which the task belongs: a thread of its team, and then a
   * thread of each team around, from the inside out. Leaves out teams of one. Returns how many it stored: MOST
   * at most, 0 if the task is none of a team. */
  size_t (*pinned_work) (const struct rp_closure *closure, rp_pinned_work *works, size_t most);

  /* T1: called when the running task may have got a number that no other thread has. With took_number, the number
   * comes from a counter, by an atomic operation. With read_number, it comes from memory in which the task's thread
   * had kept it. */
  void (*took_number) (void);
  void (*read_number) (void);

  /* The running code is about to order itself with other tasks. If this code is a unit of a loop task
   * (core/detect/loop_steps.h), the unit becomes a task of its own. */
  void (*settle) (void);

  /* Tasks may share a copy of a reduction variable (participant.h). shares_copy: returns whether ADDRESS is in
   * copies of which the running task shares one. Stores in *IS_UNDER whether ADDRESS is in copies of which the
   * running task has none, but a task around it shares one. variable_of_copy: if ADDRESS is in any copy, returns
   * the address in the variable that ADDRESS stands for; otherwise returns ADDRESS. */
  bool (*shares_copy) (uintptr_t address, bool *is_under);
  uintptr_t (*variable_of_copy) (uintptr_t address);

  /* ---- files: the running task makes a call at PC ----
   *
   *   - before_input: the call reads from FILE, or accepts a connection.
   *   - before_output: the call writes SIZE bytes to FILE. Returns how many bytes the call may write at once
   *     without waiting; the caller writes one part after the other.
   *   - after_input: the call has read something, or FILE has come to its end.
   *   - is_pipe: returns whether a call that reads several bytes from FILE may have to wait for another task after
   *     the first one.
   *   - before_close: the call closes FILE.
   *   - after_pair: the call has made ENDS, two sockets that are connected with each other.
   *
   * If WAITS, the call may wait for another task. Then before_input and before_output let other tasks run until the
   * call would not wait, until no other task can run, or until the program's time limit for FILE has come.
   *
   * What is read from a pipe comes after what is written to it, as far as the front end knows the two ends. */
  void (*before_input) (int file, bool waits, uintptr_t pc);
  void (*after_input) (int file, uintptr_t pc);
  size_t (*before_output) (int file, size_t size, bool waits, uintptr_t pc);
  bool (*is_pipe) (int file);
  void (*before_close) (int file, uintptr_t pc);
  void (*after_pair) (const int ends[2]);

  /* ---- for reports ---- */

  bool passes_data;  /* a task's argument is the compiler's structure, with the addresses of the variables that
                      * the task shares */
  bool names_locks;  /* sections on objects are locks and critical sections of the program */
  /* lock_address: returns the address of the lock or critical section whose sections are on OBJECT. is_lock: whether
   * there is a lock at ADDRESS; false for a critical section. */
  uintptr_t (*lock_address) (uint64_t object);
  bool (*is_lock) (uintptr_t address);
  const char *(*construct_at) (uint32_t site); /* returns the name of the construct that waits at SITE;
                                                * NULL: not known */
  void (*write_coverage) (rp_json *json);      /* writes what the run covers; NULL: nothing is written */
} rp_front;

/* The front end of the program. */
extern rp_front rp_front_now;

/* Whether the program links constructs that ESP-bags cannot decide (step bags can), or whose tasks cannot run as
 * calls. */
extern bool rp_front_needs_step_bags;

/* Whether clang has compiled the program. */
extern bool rp_front_is_by_clang;

/* Priorities of constructors: those of front ends run before the constructor that starts the verifier. */
enum
{
  RP_FRONT_PRIORITY = 150,
  RP_START_PRIORITY = 200
};

#define RP_FRONT_CONSTRUCTOR __attribute__ ((constructor (RP_FRONT_PRIORITY)))

/* Makes FRONT the front end of the program. Of the front ends that a program may link together, only
 * OpenMP's calls this. */
void rp_front_register (const rp_front *front);
extern bool rp_front_is_registered; /* whether rp_front_register was called */

/* Stands in each file whose constructs ESP-bags do not support: a program that links the file is judged by step
 * bags. */
#define RP_FRONT_NEEDS_STEP_BAGS \
  static void RP_FRONT_CONSTRUCTOR need_step_bags (void) \
  { \
    rp_front_needs_step_bags = true; \
  }

#endif
