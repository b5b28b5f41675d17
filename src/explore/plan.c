/* Which other orders must be tried: source sets [Abdulla et al., 2014], for events whose footprint is known only
 * once they have happened.
 *
 * If event i happens before event j only because the two are dependent, the reverse order must be explored, too.
 * Let v be the events between i and j that do not come after i. Then some execution must be explored that has the
 * events before i, then v, then the task of j. The search does that if it tries an *initial* of v and j at the
 * node of i. An initial is a task whose first event in v and j comes after no other event of v and j.
 *
 *   P1. If i has not happened, the task of j may touch other things behind v than it touched in j. Where this
 *       matters, a trial finds out: it runs the events before i, then v, then the task of j.
 *   P2. Tasks that sleep at the node of i are not tried. But what is known of their next event is the footprint
 *       that it had when they went to sleep. Let x be a later event of this execution that conflicts with this
 *       footprint, and that comes after neither i nor j. Executions in which x comes before the event of the
 *       sleeping task may not be covered. So one of the initials of the events that lead to x is tried as well.
 *   P3. A task that enters a section comes after the entry into an earlier section that excludes it, and after the
 *       release of that section. The release cannot be reversed, but the entry can. This also holds for tasks that
 *       wait before a section at the end of the execution; so deadlocks are found. If a task waits, or has waited,
 *       for a condition, the condition may have held before any of the events that write what it reads. */
#include "base/panic.h"
#include "explore/search.h"

#include <stdlib.h>

typedef struct plan
{
  rp_search *search;
  rp_trace *trace;
  rp_numbers node_of;  /* event -> index in the path */
  rp_numbers between;  /* indices of events: v, or the events that lead to x */
  rp_numbers initials; /* tasks that are initials: see above */
  rp_numbers tasks;    /* tasks that have events in `between` */
  rp_numbers first;    /* for each task: its first event in `between`, plus 1 */
  rp_answers script;
} plan;

/* The later one of two events that are to be reversed; or the next event of a task that waits at the end. */
typedef struct later
{
  uint32_t task;
  size_t event; /* index of the event; trace->count if it did not happen */
  const rp_clock *before; /* like rp_event.before */
  rp_footprint wanted;    /* P3: the objects of the section that the task enters or waits to enter.
                           * RP_NO_FOOTPRINT if the event is reversed for another reason */
} later;

static rp_question *
node_of (const plan *p, size_t event)
{
  return &p->search->path.items[p->node_of.items[event]];
}

static const rp_sleeper *
asleep (const rp_question *node, uint32_t task)
{
  for (size_t i = 0; i < node->inherited; i++)
    if (node->sleep.items[i].task == task)
      return &node->sleep.items[i];
  return NULL;
}

static bool
is_tried (const rp_question *node, uint32_t task)
{
  return rp_numbers_have (&node->wanted, task) || rp_numbers_have (&node->done, task);
}

/* Fills p->initials with the initials of the events in p->between. */
static void
find_initials (plan *p)
{
  const rp_event *events = p->trace->events.items;
  p->initials.count = p->tasks.count = 0;
  for (size_t i = 0; i < p->between.count; i++)
    {
      uint32_t event = p->between.items[i], task = events[event].task;
      while (p->first.count <= task)
        RP_VEC_PUSH (&p->first, 0);
      if (!p->first.items[task])
        {
          p->first.items[task] = event + 1;
          RP_VEC_PUSH (&p->tasks, task);
        }
    }
  for (size_t i = 0; i < p->tasks.count; i++)
    {
      const rp_event *event = &events[p->first.items[p->tasks.items[i]] - 1];
      bool is_first = true;
      for (size_t k = 0; k < p->tasks.count && is_first; k++)
        {
          const rp_event *other = &events[p->first.items[p->tasks.items[k]] - 1];
          is_first = other == event || rp_clock_at (&event->clock, other->task) < other->index;
        }
      if (is_first)
        RP_VEC_PUSH (&p->initials, event->task);
    }
  for (size_t i = 0; i < p->tasks.count; i++)
    p->first.items[p->tasks.items[i]] = 0;
}

/* Makes sure that NODE tries one of the tasks in p->initials that do not sleep there. Does nothing if none of these is
 * enabled at NODE. */
static void
want_one (plan *p, rp_question *node)
{
  uint32_t candidate = 0;
  bool found = false;
  for (size_t i = 0; i < p->initials.count; i++)
    {
      uint32_t task = p->initials.items[i];
      if (asleep (node, task))
        continue;
      if (is_tried (node, task))
        return;
      if (!found && rp_numbers_have (&node->enabled, task))
        {
          candidate = task;
          found = true;
        }
    }
  if (found)
    RP_VEC_PUSH (&node->wanted, candidate);
}

/* Applies P2 (at the top of this file) to SLEEPER, a task that sleeps at NODE. NODE is the question before event I,
 * and J is the event that shall come before I. Goes through the later events x that conflict with SLEEPER's
 * footprint, are not of SLEEPER's task, and come after neither I nor J. For each x, finds the initials of the events
 * between I and x that lead to x, together with x. Makes NODE try one of these initials. */
static void
wake (plan *p, rp_question *node, size_t i, const later *j, const rp_sleeper *sleeper)
{
  rp_trace *trace = p->trace;
  for (size_t x = i + 1; x < trace->count; x++)
    {
      const rp_event *event = &trace->events.items[x];
      if (x == j->event || event->task == sleeper->task || rp_trace_before (trace, i, x)
          || (j->event < trace->count && rp_trace_before (trace, j->event, x))
          || !rp_footprints_conflict (trace->footprints, event->footprint, sleeper->footprint))
        continue;
      p->between.count = 0;
      for (size_t k = i + 1; k <= x; k++)
        if (rp_trace_before (trace, k, x))
          RP_VEC_PUSH (&p->between, (uint32_t) k);
      find_initials (p);
      want_one (p, node);
    }
}

static uint64_t
trial_key (const plan *p, size_t i)
{
  uint64_t key = rp_hash64 (i);
  for (size_t k = 0; k < p->between.count; k++)
    key = rp_hash64 (key ^ p->between.items[k]);
  return key;
}

/* P1: makes a trial, and returns its result. Runs the events before I, then those in p->between, then the task of J. */
static rp_trial
try_reversed (plan *p, size_t i, const later *j)
{
  const rp_event *events = p->trace->events.items;
  p->script.picks.count = 0;
  for (size_t k = 0; k < i; k++)
    RP_VEC_PUSH (&p->script.picks, events[k].task);
  for (size_t k = 0; k < p->between.count; k++)
    RP_VEC_PUSH (&p->script.picks, events[p->between.items[k]].task);
  RP_VEC_PUSH (&p->script.picks, j->task);
  rp_trial trial = { .key = trial_key (p, i),
                     .can_go = rp_search_try (p->search, &p->script, p->node_of.items[i]) };
  const rp_trace *tried = &p->search->trial_trace;
  if (trial.can_go)
    trial.footprint = tried->events.items[tried->count - 1].footprint;
  return trial;
}

/* Returns the result of try_reversed. If J happened, keeps the result at the node of J, and does not run the same trial
 * again. */
static rp_trial
reversed (plan *p, size_t i, const later *j)
{
  if (j->event == p->trace->count)
    return try_reversed (p, i, j);
  rp_question *at = node_of (p, j->event);
  for (size_t k = 0; k < at->trials.count; k++)
    if (at->trials.items[k].key == trial_key (p, i))
      return at->trials.items[k];
  RP_VEC_PUSH (&at->trials, try_reversed (p, i, j));
  return RP_VEC_LAST (&at->trials);
}

/* Returns whether J's task is an initial: its event, with FOOTPRINT, comes after no event in p->between. */
static bool
is_initial (plan *p, const later *j, rp_footprint footprint)
{
  for (size_t k = 0; k < p->between.count; k++)
    {
      const rp_event *event = &p->trace->events.items[p->between.items[k]];
      if (event->task == j->task || rp_clock_at (j->before, event->task) >= event->index
          || rp_footprints_conflict (p->trace->footprints, event->footprint, footprint))
        return false;
    }
  return true;
}

/* Returns whether a trial (P1) may add something: J's task sleeps at NODE, or NODE tries none of p->initials yet. */
static bool
needs_trial (const plan *p, const rp_question *node, const later *j)
{
  if (asleep (node, j->task))
    return true;
  for (size_t i = 0; i < p->initials.count; i++)
    if (!asleep (node, p->initials.items[i]) && is_tried (node, p->initials.items[i]))
      return false;
  return true;
}

static void
wake_initials (plan *p, rp_question *node, size_t i, const later *j)
{
  rp_numbers list = { 0 };
  for (size_t k = 0; k < p->initials.count && node->inherited; k++)
    RP_VEC_PUSH (&list, p->initials.items[k]);
  for (size_t k = 0; k < list.count; k++)
    {
      const rp_sleeper *sleeper = asleep (node, list.items[k]);
      if (sleeper)
        wake (p, node, i, j, sleeper);
    }
  RP_VEC_CLEAR (&list);
}

/* Returns an event in p->between that enters a section S, if S excludes the section that J wants and no later event in
 * p->between leaves S; SIZE_MAX if there is none. */
static size_t
find_holder (const plan *p, const later *j)
{
  const rp_trace *trace = p->trace;
  for (size_t a = 0; a < p->between.count && j->wanted; a++)
    {
      const rp_event *event = &trace->events.items[p->between.items[a]];
      if (event->task == j->task
          || !rp_footprints_conflict (trace->footprints, event->kept, j->wanted))
        continue;
      bool is_freed = false;
      for (size_t b = a + 1; b < p->between.count && !is_freed; b++)
        {
          const rp_event *other = &trace->events.items[p->between.items[b]];
          is_freed = other->task == event->task
                     && rp_footprints_conflict (trace->footprints, other->freed, event->kept);
        }
      if (!is_freed)
        return p->between.items[a];
    }
  return SIZE_MAX;
}

/* Fills p->between with v. Leaves out each event that enters a section and so keeps J out of the section that J wants
 * (P3), and the events that happen after such an event. */
static void
find_between (plan *p, size_t i, const later *j)
{
  p->between.count = 0;
  for (size_t k = i + 1; k < j->event; k++)
    if (!rp_trace_before (p->trace, i, k))
      RP_VEC_PUSH (&p->between, (uint32_t) k);
  for (size_t holder; (holder = find_holder (p, j)) != SIZE_MAX;)
    {
      size_t kept = 0;
      for (size_t k = 0; k < p->between.count; k++)
        if (!rp_trace_before (p->trace, holder, p->between.items[k]))
          p->between.items[kept++] = p->between.items[k];
      p->between.count = kept;
    }
}

/* Makes the node of event I try an initial, so that J comes before I, if that is possible and new. */
static void
reverse (plan *p, size_t i, const later *j)
{
  rp_question *node = node_of (p, i);
  if (p->node_of.items[i] < p->search->frozen)
    return;
  find_between (p, i, j);
  find_initials (p);
  if (!p->between.count)
    {
      if (!rp_numbers_have (&node->enabled, j->task))
        return;
      RP_VEC_PUSH (&p->initials, j->task);
    }
  else if (needs_trial (p, node, j))
    {
      rp_trial trial = reversed (p, i, j);
      if (!trial.can_go)
        return;
      if (is_initial (p, j, trial.footprint))
        RP_VEC_PUSH (&p->initials, j->task);
    }
  want_one (p, node);
  wake_initials (p, node, i, j);
}

/* P3, for sections: reverses J and the entries into sections that exclude the one that J wants. Of several entries
 * into the same section, one after the other, only the last is reversed. */
static void
reverse_entries (plan *p, const later *j)
{
  rp_trace *trace = p->trace;
  for (size_t i = j->event; i-- > 0;)
    {
      const rp_event *event = &trace->events.items[i];
      if (!event->kept || event->task == j->task
          || rp_clock_at (j->before, event->task) >= event->index
          || !rp_footprints_conflict (trace->footprints, event->kept, j->wanted))
        continue;
      bool is_last = true;
      for (size_t k = i + 1; k < j->event && is_last; k++)
        is_last
          = trace->events.items[k].kept != event->kept || !rp_trace_before (trace, i, k)
            || rp_clock_at (j->before, trace->events.items[k].task) >= trace->events.items[k].index;
      if (is_last)
        reverse (p, i, j);
    }
}

/* P3, for a condition that reads READ: reverses J and each event that writes what the condition reads. */
static void
reverse_writes (plan *p, const later *j, rp_footprint read)
{
  rp_trace *trace = p->trace;
  for (size_t i = j->event; i-- > 0 && read;)
    {
      const rp_event *event = &trace->events.items[i];
      if (event->task != j->task && rp_clock_at (j->before, event->task) < event->index
          && rp_footprints_conflict (trace->footprints, event->footprint, read))
        reverse (p, i, j);
    }
}

static later
event_as_later (const plan *p, size_t event)
{
  const rp_event *row = &p->trace->events.items[event];
  return (later) { row->task, event, &row->before, RP_NO_FOOTPRINT };
}

/* Fills p->node_of, and p->script with the answers of the last execution. While plans are made, no question on the
 * path gets another answer. So p->node_of and the choices in p->script stay valid; trials replace the picks. */
static void
prepare (plan *p)
{
  rp_search_script (p->search, &p->script);
  for (size_t i = 0; i < p->search->depth; i++)
    if (!p->search->path.items[i].is_choice)
      RP_VEC_PUSH (&p->node_of, (uint32_t) i);
}

void
rp_search_plan (rp_search *search)
{
  plan p = { .search = search, .trace = &search->trace };
  RP_VEC (rp_blocked) waiting = { 0 };
  prepare (&p);
  for (size_t i = 0; i < search->waiting.count; i++)
    RP_VEC_PUSH (&waiting, search->waiting.items[i]);
  for (size_t i = 0; i < p.trace->reversibles.count; i++)
    {
      rp_reversible pair = p.trace->reversibles.items[i];
      later j = event_as_later (&p, pair.second);
      if (pair.second >= search->fresh || node_of (&p, pair.first)->inherited)
        reverse (&p, pair.first, &j);
    }
  for (size_t i = 0; i < p.trace->count; i++)
    if (p.trace->events.items[i].wanted)
      {
        later j = event_as_later (&p, i);
        j.wanted = p.trace->events.items[i].wanted;
        reverse_entries (&p, &j);
      }
  for (size_t i = 0; i < p.trace->count; i++)
    if (p.trace->events.items[i].is_condition)
      {
        later j = event_as_later (&p, i);
        reverse_writes (&p, &j, p.trace->events.items[i].footprint);
      }
  for (size_t i = 0; i < waiting.count; i++)
    {
      rp_clock before = { 0 };
      rp_trace_before_next_event (p.trace, waiting.items[i].task, &before);
      later j = { waiting.items[i].task, p.trace->count, &before, waiting.items[i].wanted };
      reverse_entries (&p, &j);
      reverse_writes (&p, &j, waiting.items[i].read);
      RP_VEC_CLEAR (&before);
    }
  RP_VEC_CLEAR (&waiting);
  RP_VEC_CLEAR (&p.node_of);
  RP_VEC_CLEAR (&p.between);
  RP_VEC_CLEAR (&p.initials);
  RP_VEC_CLEAR (&p.tasks);
  RP_VEC_CLEAR (&p.first);
  rp_answers_clear (&p.script);
}
