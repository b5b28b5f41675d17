/* Happens-before by definition, with no graph: every task carries the set of all accesses that
 * happened before where it stands, as a row of bits, and each synchronisation unites rows. The
 * oracle listens in front of another observer and passes everything on, so both see the same run.
 *
 * It keeps two relations: without and with the order that isolated sections took. */
#ifndef RP_TESTS_UNIT_CORE_GRAPH_ORACLE_H
#define RP_TESTS_UNIT_CORE_GRAPH_ORACLE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "core/graph/build.h"

#include <stdbool.h>
#include <stdlib.h>

/* One access. */
typedef struct oracle_event
{
  uint64_t location;
  uint32_t task, site, node;
  bool is_write;
  rp_bitset before, before_with_last;
  RP_VEC (rp_range) objects; /* of the sections around it */
  bool global;
} oracle_event;

typedef struct oracle_section
{
  rp_range *objects;
  size_t count;
} oracle_section;

typedef struct oracle_task
{
  rp_bitset past, past_with_last;
  RP_VEC (oracle_section) sections;
} oracle_task;

/* What was before the end of a section. */
typedef struct oracle_last
{
  oracle_section section;
  rp_bitset past;
} oracle_last;

typedef struct oracle_phase
{
  rp_bitset past, past_with_last;
} oracle_phase;

typedef struct oracle_barrier
{
  rp_barrier *handle;
  RP_VEC (oracle_phase) phases;
} oracle_barrier;

typedef struct oracle
{
  rp_observer observer; /* first */
  rp_observer *below;
  rp_builder *builder; /* the same, if it is one; else NULL */
  RP_VEC (oracle_event) events;
  RP_VEC (oracle_task) tasks;
  RP_VEC (oracle_last) ends;
  RP_VEC (oracle_barrier) barriers;
} oracle;

static inline rp_observer *
oracle_below (rp_observer *observer)
{
  return ((oracle *) observer)->below;
}

static inline oracle_task *
oracle_task_of (rp_observer *observer, const rp_strand *strand)
{
  oracle *o = (oracle *) observer;
  while (o->tasks.count <= strand->task)
    RP_VEC_PUSH (&o->tasks, (oracle_task) { 0 });
  return &o->tasks.items[strand->task];
}

static inline bool
oracle_sections_exclude (const oracle_section *a, const oracle_section *b)
{
  if (!a->count || !b->count)
    return true;
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++)
      for (uint64_t x = a->objects[i].base; x < a->objects[i].base + a->objects[i].size; x++)
        if (x >= b->objects[j].base && x < b->objects[j].base + b->objects[j].size)
          return true;
  return false;
}

static inline void
oracle_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  oracle_task_of (observer, child);
  if (parent)
    {
      const oracle_task *from = oracle_task_of (observer, parent);
      rp_bitset_join (&oracle_task_of (observer, child)->past, &from->past);
      rp_bitset_join (&oracle_task_of (observer, child)->past_with_last, &from->past_with_last);
    }
  oracle_below (observer)->task_create (oracle_below (observer), parent, child, site);
}

static inline void
oracle_region_open (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  oracle_below (observer)->region_open (oracle_below (observer), owner, region, site);
}

static inline void
oracle_region_done (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  oracle_below (observer)->region_done (oracle_below (observer), owner, region, site);
}

static inline void
oracle_task_end (rp_observer *observer, rp_strand *task)
{
  oracle_below (observer)->task_end (oracle_below (observer), task);
}

static inline void
oracle_task_forget (rp_observer *observer, rp_strand *task)
{
  oracle_below (observer)->task_forget (oracle_below (observer), task);
}

static inline void
oracle_join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind,
             bool in_order, uint32_t site)
{
  oracle_task *to = oracle_task_of (observer, joiner), *from = oracle_task_of (observer, task);
  rp_bitset_join (&to->past, &from->past);
  rp_bitset_join (&to->past_with_last, &from->past_with_last);
  oracle_below (observer)->join (oracle_below (observer), joiner, task, kind, in_order, site);
}

static inline void
oracle_call_begin (rp_observer *observer, rp_strand *task, uint32_t site)
{
  if (oracle_below (observer)->call_begin)
    oracle_below (observer)->call_begin (oracle_below (observer), task, site);
}

static inline void
oracle_call_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  if (oracle_below (observer)->call_end)
    oracle_below (observer)->call_end (oracle_below (observer), task, site);
}

static inline void
oracle_finish_begin (rp_observer *observer, rp_strand *task, uint32_t site)
{
  oracle_below (observer)->finish_begin (oracle_below (observer), task, site);
}

static inline void
oracle_finish_end (rp_observer *observer, rp_strand *task, uint32_t site)
{
  oracle_below (observer)->finish_end (oracle_below (observer), task, site);
}

static inline void
oracle_isolated_begin (rp_observer *observer, rp_strand *strand, const rp_range *objects,
                       size_t count, uint32_t site)
{
  oracle *o = (oracle *) observer;
  oracle_task *task = oracle_task_of (observer, strand);
  oracle_section section = { NULL, count };
  section.objects = malloc ((count + 1) * sizeof *objects);
  for (size_t i = 0; i < count; i++)
    section.objects[i] = objects[i];
  RP_VEC_PUSH (&task->sections, section);
  for (size_t i = 0; i < o->ends.count; i++)
    if (oracle_sections_exclude (&o->ends.items[i].section, &section))
      rp_bitset_join (&task->past_with_last, &o->ends.items[i].past);
  oracle_below (observer)->isolated_begin (oracle_below (observer), strand, objects, count, site);
}

static inline void
oracle_isolated_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  oracle *o = (oracle *) observer;
  oracle_task *task = oracle_task_of (observer, strand);
  oracle_last end = { .section = RP_VEC_POP (&task->sections) };
  rp_bitset_join (&end.past, &task->past_with_last);
  RP_VEC_PUSH (&o->ends, end);
  oracle_below (observer)->isolated_end (oracle_below (observer), strand, site);
}

static inline oracle_barrier *
oracle_barrier_of (rp_observer *observer, const rp_barrier *handle)
{
  oracle *o = (oracle *) observer;
  /* the newest: a place may be used again */
  for (size_t i = o->barriers.count; i-- > 0;)
    if (o->barriers.items[i].handle == handle)
      return &o->barriers.items[i];
  return NULL;
}

static inline void
oracle_barrier_create (rp_observer *observer, rp_barrier *barrier, rp_strand *creator,
                       bool is_clock)
{
  oracle *o = (oracle *) observer;
  RP_VEC_PUSH (&o->barriers, (oracle_barrier) { .handle = barrier });
  oracle_below (observer)->barrier_create (oracle_below (observer), barrier, creator, is_clock);
}

static inline oracle_phase *
oracle_phase_of (oracle_barrier *barrier, uint64_t phase)
{
  while (barrier->phases.count <= phase)
    RP_VEC_PUSH (&barrier->phases, (oracle_phase) { 0 });
  return &barrier->phases.items[phase];
}

static inline void
oracle_signal (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
               uint32_t site)
{
  oracle_phase *of = oracle_phase_of (oracle_barrier_of (observer, handle), phase);
  rp_bitset_join (&of->past, &oracle_task_of (observer, strand)->past);
  rp_bitset_join (&of->past_with_last, &oracle_task_of (observer, strand)->past_with_last);
  oracle_below (observer)->barrier_signal (oracle_below (observer), handle, strand, phase, site);
}

static inline void
oracle_complete (rp_observer *observer, rp_barrier *handle, uint64_t phase)
{
  oracle_below (observer)->barrier_complete (oracle_below (observer), handle, phase);
}

/* A wait for a phase comes after the signals of this phase and of all before. */
static inline void
oracle_wait (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
             uint32_t site)
{
  oracle_barrier *barrier = oracle_barrier_of (observer, handle);
  for (uint64_t i = 0; i <= phase; i++)
    {
      rp_bitset_join (&oracle_task_of (observer, strand)->past,
                      &oracle_phase_of (barrier, i)->past);
      rp_bitset_join (&oracle_task_of (observer, strand)->past_with_last,
                      &oracle_phase_of (barrier, i)->past_with_last);
    }
  oracle_below (observer)->barrier_wait (oracle_below (observer), handle, strand, phase, site);
}

static inline void
oracle_barrier_forget (rp_observer *observer, rp_barrier *handle, rp_strand *owner)
{
  oracle_below (observer)->barrier_forget (oracle_below (observer), handle, owner);
}

static inline void
oracle_depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  oracle_below (observer)->depends (oracle_below (observer), kind, site);
}

/* An rp_access_function; the context is the oracle. */
static inline void
oracle_access (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
               uint32_t site)
{
  oracle *o = context;
  oracle_task *task = oracle_task_of (&o->observer, strand);
  if (o->builder)
    rp_builder_access (o->builder, strand, base, size, is_write, site);
  oracle_event event = { .location = base,
                         .task = strand->task,
                         .site = site,
                         .node = o->builder ? rp_builder_node (strand) : RP_NO_NODE,
                         .is_write = is_write };
  rp_bitset_join (&event.before, &task->past);
  rp_bitset_join (&event.before_with_last, &task->past_with_last);
  for (size_t i = 0; i < task->sections.count; i++)
    {
      event.global |= !task->sections.items[i].count;
      for (size_t j = 0; j < task->sections.items[i].count; j++)
        RP_VEC_PUSH (&event.objects, task->sections.items[i].objects[j]);
    }
  rp_bitset_add (&task->past, o->events.count);
  rp_bitset_add (&task->past_with_last, o->events.count);
  RP_VEC_PUSH (&o->events, event);
}

/* Whether the sections around the two accesses exclude each other. */
static inline bool
oracle_exclude (const oracle_event *a, const oracle_event *b)
{
  if (!(a->global || a->objects.count) || !(b->global || b->objects.count))
    return false;
  oracle_section x = { a->objects.items, a->global ? 0 : a->objects.count };
  oracle_section y = { b->objects.items, b->global ? 0 : b->objects.count };
  return oracle_sections_exclude (&x, &y);
}

static inline void
oracle_task_held_up (rp_observer *observer, rp_strand *task, uint32_t site)
{
  if (oracle_below (observer)->task_held_up)
    oracle_below (observer)->task_held_up (oracle_below (observer), task, site);
}

static inline void
oracle_task_run (rp_observer *observer, rp_strand *task)
{
  if (oracle_below (observer)->task_run)
    oracle_below (observer)->task_run (oracle_below (observer), task);
}

static inline oracle
oracle_before (rp_observer *below)
{
  return (oracle) { .observer = { .task_create = oracle_create,
                                  .region_open = oracle_region_open,
                                  .region_done = oracle_region_done,
                                  .task_end = oracle_task_end,
                                  .task_forget = oracle_task_forget,
                                  .join = oracle_join,
                                  .call_begin = oracle_call_begin,
                                  .call_end = oracle_call_end,
                                  .finish_begin = oracle_finish_begin,
                                  .finish_end = oracle_finish_end,
                                  .isolated_begin = oracle_isolated_begin,
                                  .isolated_end = oracle_isolated_end,
                                  .barrier_create = oracle_barrier_create,
                                  .barrier_signal = oracle_signal,
                                  .barrier_complete = oracle_complete,
                                  .barrier_wait = oracle_wait,
                                  .barrier_forget = oracle_barrier_forget,
                                  .depends = oracle_depends,
                                  .task_held_up = oracle_task_held_up,
                                  .task_run = oracle_task_run },
                    .below = below };
}

static inline oracle
oracle_new (rp_builder *builder)
{
  oracle o = oracle_before (&builder->observer);
  o.builder = builder;
  return o;
}

static inline void
oracle_clear (oracle *o)
{
  for (size_t i = 0; i < o->events.count; i++)
    {
      rp_bitset_clear (&o->events.items[i].before);
      rp_bitset_clear (&o->events.items[i].before_with_last);
      RP_VEC_CLEAR (&o->events.items[i].objects);
    }
  for (size_t i = 0; i < o->tasks.count; i++)
    {
      rp_bitset_clear (&o->tasks.items[i].past);
      rp_bitset_clear (&o->tasks.items[i].past_with_last);
      for (size_t j = 0; j < o->tasks.items[i].sections.count; j++)
        free (o->tasks.items[i].sections.items[j].objects);
      RP_VEC_CLEAR (&o->tasks.items[i].sections);
    }
  for (size_t i = 0; i < o->ends.count; i++)
    {
      rp_bitset_clear (&o->ends.items[i].past);
      free (o->ends.items[i].section.objects);
    }
  for (size_t i = 0; i < o->barriers.count; i++)
    {
      for (size_t j = 0; j < o->barriers.items[i].phases.count; j++)
        {
          rp_bitset_clear (&o->barriers.items[i].phases.items[j].past);
          rp_bitset_clear (&o->barriers.items[i].phases.items[j].past_with_last);
        }
      RP_VEC_CLEAR (&o->barriers.items[i].phases);
    }
  RP_VEC_CLEAR (&o->events);
  RP_VEC_CLEAR (&o->tasks);
  RP_VEC_CLEAR (&o->ends);
  RP_VEC_CLEAR (&o->barriers);
}

#endif
