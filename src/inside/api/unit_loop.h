/* The loops of <raceproof/task.h> and of HClib. For the program each iteration, or chunk or tile of iterations, is a task.
 * Where the engine can do without, it is a unit of a loop task (core/detect/loop_steps.h): a number, which takes no memory
 * and a few instructions. It becomes a task when the program calls a function of the front end in it: nearly all of
 * these begin with rp_api_enter. */
#ifndef RP_INSIDE_API_UNIT_LOOP_H
#define RP_INSIDE_API_UNIT_LOOP_H

#include "inside/api/api.h"

typedef struct rp_unit_loop rp_unit_loop;

struct rp_unit_loop
{
  /* Set by the front end. */
  uint64_t count; /* how many units the loop has */
  /* The program's own numbers of units that follow each other mostly differ by STRIDE. */
  int64_t stride;
  rp_creation how;

  /* number: returns the program's own number of the next unit, which begins now.
   * call: executes the program's code of the unit that has begun last. Must not use LOOP any more when it calls this
   * code.
   * closure: returns a closure for the running unit, which becomes a task.
   * end: called at the end of a unit that has become the task of CLOSURE; may be NULL. */
  int64_t (*number) (rp_unit_loop *loop);
  void (*call) (rp_unit_loop *loop);
  rp_closure *(*closure) (const rp_unit_loop *loop);
  void (*end) (const rp_closure *closure);

  /* Set by unit_loop.c. */
  uint64_t begun;      /* how many units have begun */
  uint32_t block;      /* the number of the loop for the engine (units_reserve) */
  rp_unit_name latest; /* that of the unit that has begun last */
};

/* Creates the loop task for LOOP, the first member of a structure of SIZE bytes, which is copied. The copy is the LOOP
 * of the functions above. Returns false and does nothing if the units have to be tasks. */
bool rp_unit_loop_spawn (const rp_unit_loop *loop, size_t size);

#endif
