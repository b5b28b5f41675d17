/* Units of worksharing loops (share.h) that are no tasks: core/detect/loop_steps.h. A thread that executes such units
 * does so in a guest, the loop task, which it keeps from one unit to the next.
 *
 * A unit becomes a task when the program does something in it that orders: it creates a task, takes a lock inside of
 * another section, asks for the number of its thread, and so on. Nearly all functions of the library make a task of it,
 * because they begin with rp_omp_enter. Sections alone do not: L5 of loop_steps.h. */
#ifndef RP_INSIDE_OPENMP_UNITS_H
#define RP_INSIDE_OPENMP_UNITS_H

#include "inside/openmp/thread.h"

/* The units of one loop, for all threads of the team. */
struct rp_omp_units
{
  uint32_t block; /* 0: none is reserved */
  uint64_t count; /* how many there are about */
  uint64_t begun; /* by all threads */
  uint64_t left;  /* of these: became tasks */
  bool are_tasks; /* from the beginning */
  rp_unit_numbers pattern; /* of what a thread gets one after the other; FIRST is not used */
};

/* The loop has about COUNT units. */
void rp_omp_units_reserve (rp_omp_units *units, uint64_t count, rp_unit_numbers pattern);

/* clang: the units of static loop number NUMBER of the phase, which has about COUNT of them. NULL: they are tasks. */
rp_omp_units *rp_omp_static_units (rp_omp_team *team, uint64_t number, uint64_t count, rp_unit_numbers pattern);
void rp_omp_static_units_forget (rp_omp_team *team);

/* THREAD begins the unit that the program knows by NUMBER: as a task, or as the next unit of the loop task. */
void rp_omp_unit_begin (rp_omp_thread *thread, rp_omp_units *units, rp_task_kind kind, long number, uint32_t site);

enum
{
  RP_OMP_MAX_LEFT = 8 /* if more than one in so many units became a task, all are made tasks from the beginning */
};

/* Whether all units are tasks, from now on. */
static inline bool
rp_omp_units_are_tasks (const rp_omp_units *units)
{
  return !units->block || units->are_tasks || units->left * RP_OMP_MAX_LEFT > units->begun;
}

/* Whether THREAD is in a unit that is no task. */
static inline bool
rp_omp_is_in_unit (const rp_omp_thread *thread)
{
  return thread->units;
}

#endif
