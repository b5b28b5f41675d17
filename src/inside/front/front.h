/* A front end is the library behind the constructs that make the program's tasks: OpenMP's, HClib's, that of
 * <raceproof/task.h>. This interface has everything that the verifier asks of a front end, and everything
 * that a front end says about itself before the verifier starts.
 *
 * Front ends are in archives, so a program links the parts that it uses. Each part announces itself by a constructor,
 * in a file that the program cannot do without; the verifier starts after these constructors. A program without such a
 * part has the front that answers no to everything. */
#ifndef RP_INSIDE_FRONT_FRONT_H
#define RP_INSIDE_FRONT_FRONT_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rp_closure;

/* A place in what some thread has of a module's thread-local variables. */
typedef struct rp_thread_local
{
  uint64_t module; /* an address in it */
  uint64_t offset;
} rp_thread_local;

typedef struct rp_front
{
  size_t (*stack_bytes) (void); /* of a task */

  /* ---- threads of teams, and what belongs to them ---- */

  /* The task of CLOSURE runs from now on: its thread's storage becomes the current one. Returns the thread pointer that
   * goes with it. */
  uintptr_t (*switch_storage) (const struct rp_closure *closure);

  void (*before_thread) (void); /* the program, or a library, is about to start a thread */

  unsigned (*storage_count) (void); /* threads that the front end has started for their storage */

  /* Threads are given by their thread pointers; 0: none. The first returns the thread that has ADDRESS among the SIZE
   * bytes at OFFSET from its thread pointer, the second the thread that opened the team of the thread POINTER. */
  uintptr_t (*storage_with) (uintptr_t address, intptr_t offset, size_t size);
  uintptr_t (*storage_opener) (uintptr_t pointer);

  /* Whether ADDRESS is in a thread-local variable of a thread of a team; FOUND then says which. */
  bool (*find_thread_local) (uintptr_t address, rp_thread_local *found);

  bool (*is_thread) (const struct rp_closure *closure);  /* of a team, as opposed to an explicit task */
  bool (*is_in_team) (const struct rp_closure *closure); /* it is a thread of a team of several */

  /* Whether the task belongs to a thread that knows its number. NUMBER is set in any case. */
  bool (*is_bound) (const struct rp_closure *closure, unsigned *number);

  /* The running task may have got a number. The first: from a counter, by an atomic operation. The second:
   * from what its thread kept. */
  void (*took_number) (void);
  void (*read_number) (void);

  /* What runs is about to order itself with others. If it is a unit of a loop task (core/detect/loop_steps.h), it
   * becomes a task of its own. */
  void (*settle) (void);

  /* ---- for reports ---- */

  bool passes_data;  /* a task's argument is the compiler's structure, with the addresses of what it shares */
  bool names_locks;  /* sections on objects are locks and critical sections of the program's */
  bool (*is_lock) (uintptr_t address);         /* the section on that object is one of a lock, not a critical one */
  const char *(*construct_at) (uint32_t site); /* the one that waits there; NULL: it says nothing */
  void (*write_coverage) (rp_json *json);      /* what the run covers; NULL: it says nothing */
} rp_front;

/* The program's. */
extern rp_front rp_front_now;

/* The program links constructs that bags cannot decide (step_bags.h can), or whose tasks cannot run as calls. */
extern bool rp_front_needs_step_bags;

/* clang has compiled the program. */
extern bool rp_front_is_by_clang;

/* For constructors: those of front ends run before the one that starts the verifier. */
enum
{
  RP_FRONT_PRIORITY = 150,
  RP_START_PRIORITY = 200
};

#define RP_FRONT_CONSTRUCTOR __attribute__ ((constructor (RP_FRONT_PRIORITY)))

/* Only one of the front ends that a program may link together has answers: OpenMP's. */
void rp_front_register (const rp_front *front);

/* In a file whose constructs bags do not support. */
#define RP_FRONT_NEEDS_STEP_BAGS \
  static void RP_FRONT_CONSTRUCTOR need_step_bags (void) \
  { \
    rp_front_needs_step_bags = true; \
  }

#endif
