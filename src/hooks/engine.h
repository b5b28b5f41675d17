/* The state of the verifier inside a program: one of it, since there is one program. Shared by
 * monitor.c (accesses), api.c (tasks) and raw_report.c (the end). */
#ifndef RP_HOOKS_ENGINE_H
#define RP_HOOKS_ENGINE_H

#include "base/options.h"
#include "detect/espbags.h"
#include "detect/onthefly.h"
#include "detect/race.h"
#include "graph/build.h"
#include "hooks/context.h"
#include "hooks/monitor.h"
#include "hooks/stack_frame.h"
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
  uint32_t context, lost; /* rp_context_now, rp_context_lost */
  uintptr_t stack_low;    /* lowest frame of an instrumented function */
  uintptr_t stack_high;
  _Alignas(16) char copy[];
} rp_closure;

/* A race for the report: where both sides were, and what was there. */
typedef struct rp_raw_side
{
  uint32_t task, where, step;
  bool is_write;
  rp_access_class class;
} rp_raw_side;

typedef struct rp_raw_race
{
  uint64_t address, size, count;
  bool certain, order;
  rp_raw_side earlier, later;
  rp_heap_block block; /* base 0: not on the heap */
  bool on_stack;
  rp_stack_frame stack; /* if so */
  uint32_t meeting;     /* where the two come together; 0: at the end */
} rp_raw_race;

typedef struct rp_engine_state
{
  rp_options options;
  rp_runtime *runtime;
  bool with_graph;
  rp_depth_first depth_first;
  rp_random_policy random;
  rp_bags bags;
  rp_builder builder;
  rp_shadow generations; /* with the graph: how often memory was put to a new use */
  rp_detector detector;
  rp_onthefly fly;
  rp_closure main;
  rp_closure *running;
  RP_VEC (rp_raw_race) races;
  rp_map by_places; /* pair of places -> number in races, plus 1 */
  RP_VEC (const char *) warnings;
  uint64_t accesses;
  bool started, ended;
  uint32_t stop_task, stop_where; /* of a crash, or of exit in a task */
  double begun;
} rp_engine_state;

extern rp_engine_state rp_engine_now;

/* raw_report.c: writes the raw report, and shows it if nobody else will. STOP names what ended the
 * program early, or is NULL. Returns the exit status for a program that itself ended with STATUS.
 */
int rp_raw_report_end (const char *stop, const char *message, int status);

/* The bytes have a new use: nothing before counts. */
void rp_engine_forget (uintptr_t address, size_t size);

/* Notes a race of either engine. */
void rp_engine_add_race (const rp_raw_race *race);

#endif
