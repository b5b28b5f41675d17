/* One execution as the search sees it: a sequence of events, what each event depends on, and the data races that
 * show in it.
 *
 * An event begins when a task is picked: before an isolated section, inside a section in which the task had to
 * wait, at a condition that the task waits for, or at another place that the precision names
 * (core/runtime/policy.h). The event ends when its task stands at the next such place. All other code (plain code,
 * creating and joining tasks, phasers) only enables events. The search need not choose the order of such code; the
 * code belongs to the event before it, or to no event.
 *
 *   T1. Two events are dependent if they are of the same task, or if their footprints conflict. A footprint has
 *       what is accessed inside sections, and the sections that stay open beyond the end of an event.
 *   T2. Event i happens before event j if i = j, or if a chain of dependences, creations, joins, signals and waits
 *       leads from i to j. events[j].clock counts, for each task, its events that happen before j. events[j].before
 *       leaves out the events that happen before j only because j depends on them.
 *   T3. Executions with the same events and the same happens-before are one trace. rp_trace_hash returns a hash of
 *       the trace.
 *   T4. Races are found with finer clocks, which tick at each synchronisation, and with exactly the orders that
 *       distinguish traces. Of two sections that exclude each other, the second comes after the first in three cases:
 *       - Both access one location, and one of them writes it. Sections that are declared to commute are an
 *         exception: a location that both access makes them neither dependent nor ordered.
 *       - One of the two stays open beyond the end of an event.
 *       - The second comes after a part of the first, because the first created a task or signalled before its end.
 *         The two sections cannot overlap, so the second also comes after the end of the first.
 *       Sections order nothing else. With RP_ORDER_LAST, all sections that exclude each other are ordered instead
 *       [Nakade, Fig. 6.1]; that is right only if all orders of sections are tried. */
#ifndef RP_EXPLORE_TRACE_H
#define RP_EXPLORE_TRACE_H

#include "base/map.h"
#include "base/vec.h"
#include "core/event/observer.h"
#include "core/runtime/policy.h"
#include "explore/vector_clock.h"
#include "explore/footprint.h"
#include "explore/names.h"

typedef enum rp_section_order
{
  RP_ORDER_CONFLICTS,
  RP_ORDER_LAST
} rp_section_order;

typedef struct rp_event
{
  uint32_t task;       /* number in rp_task_names */
  uint32_t index;      /* its position among the events of its task, from 1 */
  /* site of the section, acquire, access or condition at which its task stood; 0 if the task goes on inside a
   * section */
  uint32_t site;
  bool writes_outside; /* code outside of sections writes in this event */
  bool is_condition;   /* its task waited for a condition, which now holds */
  bool wakes;          /* its task has just waited, and has done nothing in this event yet */
  rp_footprint footprint;
  rp_footprint wanted; /* objects of the section that the event enters */
  rp_footprint kept;   /* sections that it entered and that are open at its end */
  rp_footprint freed;  /* sections of earlier events that ended in it */
  rp_clock before, clock;
} rp_event;

/* Two dependent events: FIRST happened before SECOND. Only their dependence orders them, so SECOND could also happen
 * before FIRST. */
typedef struct rp_reversible
{
  uint32_t first, second;
} rp_reversible;

/* Two accesses that race, or two permissions that conflict. The same pair has the same number (index in
 * rp_trace.seen_races) in all runs. */
typedef struct rp_seen_race
{
  uint64_t location;
  uint32_t sites[2]; /* the smaller site first; for equal sites, the read first */
  bool writes[2];
  bool is_permission;
  bool is_bare[2]; /* the access is in no section, and in no permission region that covers it */
  uint64_t seen;   /* number of the last run that showed it */
} rp_seen_race;

/* The last access to a location by one task, at one site, of one kind, in the same sections. Earlier accesses of the
 * same description happen before it, and are not kept. */
typedef struct rp_last_access
{
  uint32_t task, tick, site;
  uint32_t section; /* index of the innermost section around the access, plus 1; 0 if there is none */
  bool is_write;
  bool is_covered; /* a permission of its task covers it */
} rp_last_access;

typedef struct rp_trace_place
{
  uint64_t location;
  uint64_t run; /* number of the run for which `list` is valid */
  RP_VEC (rp_last_access) list;
} rp_trace_place;

/* The clocks of the signals of one phase: ORDER and STRAND as in rp_trace_task. When a task waits for a phase, the
 * clocks of the earlier phases are joined to those of this phase. */
typedef struct rp_trace_phase
{
  rp_clock order, strand;
} rp_trace_phase;

typedef struct rp_trace_barrier
{
  RP_VEC (rp_trace_phase) phases; /* more are allocated than used */
  /* count: phases in use; the clocks of the first `closed` of them are joined to the phases after them */
  size_t count, closed;
} rp_trace_barrier;

/* A finish of the current run. */
typedef struct rp_trace_finish
{
  uint32_t owner, outer; /* OUTER: index of the finish around it, plus 1; 0 if there is none */
  uint32_t depth;        /* how many finishes of its owner are around it */
  bool is_open;          /* it has not ended */
  rp_clock ended;        /* join of the clocks of the tasks inside that have ended */
} rp_trace_finish;

typedef struct rp_trace_task
{
  uint64_t run; /* number of the run in which the task was created; rows of older runs are not valid */
  bool has_ended;
  bool is_known;              /* a get or another construct may join it, not only its finish */
  uint32_t finish;            /* index of the innermost finish around the task's current place, plus 1 */
  uint32_t chosen;            /* choices made so far by the task */
  rp_clock order;             /* T2: clock of the events that happen before its next event */
  rp_clock strand;            /* T4: finer clock, for races */
  RP_VEC (uint32_t) events;   /* indices in rp_trace.events */
  /* sections that it is in, as indices in rp_trace.sections, innermost last */
  RP_VEC (uint32_t) sections;
} rp_trace_task;

typedef struct rp_trace_section
{
  uint32_t outer;        /* index of the section around this one, plus 1; 0 if there is none */
  uint32_t event;        /* index of the event in which it was entered, plus 1; 0: before the first
                          * event */
  rp_footprint own, all; /* OWN: its objects; ALL: its objects and those of the sections around it */
  uint32_t task, begin;  /* begin: the task's tick when the section began */
  bool is_global, has_ended, is_long; /* is_long: it is in rp_trace.longs */
  bool is_idle; /* it excludes nothing that the sections around it do not exclude already */
  bool leaks;   /* it is in rp_trace.leaks */
  bool commutes; /* declared to commute; never set with RP_ORDER_LAST */
  rp_clock end;
} rp_trace_section;

/* Locations that a task has acquired at one place: permission_regions.h. */
typedef struct rp_trace_permission
{
  rp_range object;
  uint32_t task, site;
  uint32_t section; /* index of the section in which it was acquired, plus 1; 0 if there is none */
  uint32_t end;     /* tick in which it was released */
  bool writes;
} rp_trace_permission;

typedef struct rp_trace rp_trace;

struct rp_trace
{
  rp_observer observer; /* must be the first member */
  rp_task_names *names;
  rp_footprints *footprints;
  const rp_task_table *table; /* the task table of the run */
  rp_section_order order;
  rp_precision precision;
  bool checks; /* look for races */
  bool asks;   /* a condition is being evaluated for a task that waits for it */
  uint64_t run;

  RP_VEC (rp_event) events; /* more are allocated than used, to keep their clocks' storage */
  size_t count;
  bool is_open; /* the last event has not ended */
  RP_VEC (rp_reversible) reversibles;
  RP_VEC (rp_touch) touches; /* touches of the open event */
  RP_VEC (rp_trace_task) tasks;
  size_t task_count;
  RP_VEC (rp_trace_section) sections;
  size_t section_count;
  RP_VEC (uint32_t) longs; /* indices of the sections that lasted from one event to another */
  /* sites at which sections are declared to commute, each once, over all runs */
  RP_VEC (uint32_t) commuting;
  RP_VEC (uint32_t) leaks; /* indices of the sections in which a task was created or a signal given */
  RP_VEC (rp_trace_barrier) barriers;
  size_t barrier_count;
  RP_VEC (rp_trace_finish) finishes;
  size_t finish_count;
  bool has_posts; /* tasks were posted to regions: any task may join them later, so every ended task
                   * may still be joined */
  RP_VEC (rp_trace_permission) held, released; /* permissions */
  uint64_t choices;                        /* hash of all choices */
  uint64_t depends_on_left, left_site;     /* number of RP_DEPENDS_ON_LEFT in this run; site of the last */

  rp_map place_of; /* location -> index in places, plus 1 */
  RP_VEC (rp_trace_place) places;
  rp_map seen_race_of; /* hash of a seen race -> its index in seen_races, plus 1 */
  RP_VEC (rp_seen_race) seen_races;
  RP_VEC (uint32_t) seen; /* indices in seen_races of the races of this run */
};

/* NAMES and FOOTPRINTS are borrowed; several traces may share them. */
void rp_trace_init (rp_trace *trace, rp_task_names *names, rp_footprints *footprints,
                    rp_section_order order);
void rp_trace_clear (rp_trace *trace);

/* Forgets the last execution. To be called before a run. */
void rp_trace_begin (rp_trace *trace, const rp_task_table *table);

/* Begins an event of TASK. If ENTERS, TASK is about to enter a section on OBJECTS (COUNT 0: the global section) at
 * SITE. rp_trace_event_end ends the event. */
void rp_trace_event_begin (rp_trace *trace, uint32_t task, bool enters, const rp_range *objects,
                           size_t count, uint32_t site);
void rp_trace_event_end (rp_trace *trace);

/* Records that TASK made its next choice: it took option number VALUE. */
void rp_trace_choice (rp_trace *trace, uint32_t task, uint64_t value);

/* rp_trace_condition_begin is called between two events. Reads after it belong to the condition that a task waits for.
 * rp_trace_condition_end returns the footprint of these reads. */
void rp_trace_condition_begin (rp_trace *trace);
rp_footprint rp_trace_condition_end (rp_trace *trace);

/* An rp_access_function; the context is the trace. */
void rp_trace_access (void *trace, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
                      uint32_t site);

/* Returns whether event I happens before event J, or I = J. */
static inline bool
rp_trace_before (const rp_trace *trace, size_t i, size_t j)
{
  const rp_event *event = &trace->events.items[i];
  return rp_clock_at (&trace->events.items[j].clock, event->task) >= event->index;
}

/* Sets *BEFORE to the clock of everything that happens before the next event of TASK, whatever that event touches. */
void rp_trace_before_next_event (const rp_trace *trace, uint32_t task, rp_clock *before);

/* Returns the footprint of a section on OBJECTS (COUNT 0: the global section). The footprints of two sections conflict
 * if the sections exclude each other. */
rp_footprint rp_trace_objects (rp_trace *trace, const rp_range *objects, size_t count);

uint64_t rp_trace_hash (const rp_trace *trace);

/* For permission_regions.c: records that this run showed FRESH. Its two sides may be in either order. */
void rp_trace_add_seen_race (rp_trace *trace, rp_seen_race fresh);

/* T4: if SECTION (an index plus 1; 0: none), or a section around it, has ended and excludes a section that TASK is in
 * now, orders that section of TASK after the ended one. */
void rp_trace_order_sections (rp_trace *trace, uint32_t task, uint32_t section);

static inline bool
rp_trace_is_event_of (const rp_trace *trace, uint32_t task)
{
  return trace->is_open && trace->events.items[trace->count - 1].task == task;
}

#endif
