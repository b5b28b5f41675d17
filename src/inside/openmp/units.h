/* Units of worksharing loops (share.h) that are no tasks: core/detect/loop_steps.h. A thread that executes such units
 * does so in a guest, the loop task, which it keeps from one unit to the next.
 *
 * A unit becomes a task when the program does something in it that orders: it creates a task, takes a lock inside of
 * another section, asks for the number of its thread, and so on. Nearly all functions of the library make a task of the
 * unit, because they begin with rp_omp_enter. The functions for sections do not: one that begins a section makes a
 * task only inside of another section, and one that ends a section never does (L5 of loop_steps.h). */
#ifndef RP_INSIDE_OPENMP_UNITS_H
#define RP_INSIDE_OPENMP_UNITS_H

#include "inside/openmp/thread.h"

/* The units of one loop, for all threads of the team. */
struct rp_omp_units
{
  uint32_t block; /* the steps that the engine reserved for the units; 0: none */
  uint64_t count; /* about how many units there are */
  uint64_t begun; /* units that threads have begun, except those that had to begin as tasks */
  uint64_t left;  /* units that became tasks after they had begun */
  bool are_tasks; /* all units are tasks from the beginning */

  /* How the numbers of a thread's units follow each other. PATTERN.first is not used; a thread that begins a run of
   * units sets it in a copy of PATTERN. */
  rp_unit_numbers pattern;
};

/* Sets up UNITS for a loop of about COUNT units, and reserves steps for them if the engine supports that. */
void rp_omp_units_reserve (rp_omp_units *units, uint64_t count, rp_unit_numbers pattern);

/* clang: returns the units, about COUNT of them, of a static loop that a thread of TEAM begins. NUMBER counts the
 * static loops of that thread. Threads that pass the same NUMBER in a phase get the same units. Returns NULL if the
 * threads do not meet the same loops; then the units have to be tasks. */
rp_omp_units *rp_omp_static_units (rp_omp_team *team, uint64_t number, uint64_t count, rp_unit_numbers pattern);
/* Frees the units of all static loops of a phase, at its end. */
void rp_omp_static_units_forget (rp_omp_team *team);

/* THREAD begins the unit that the program knows by NUMBER: as a task, or as the next unit of the loop task. Where
 * no guest begins (rp_omp_guest_begin), the unit is a part of the segment. */
void rp_omp_unit_begin (rp_omp_thread *thread, rp_omp_units *units, rp_task_kind kind, long number, uint32_t site);

enum
{
  RP_OMP_MAX_LEFT = 8 /* if more than 1 / RP_OMP_MAX_LEFT of the units became tasks, later units begin as tasks */
};

/* Returns whether units that begin from now on are tasks from their beginning. */
static inline bool
rp_omp_units_are_tasks (const rp_omp_units *units)
{
  return !units->block || units->are_tasks || units->left * RP_OMP_MAX_LEFT > units->begun;
}

/* Returns whether THREAD is in a unit that is no task. */
static inline bool
rp_omp_is_in_unit (const rp_omp_thread *thread)
{
  return thread->units;
}

#endif
