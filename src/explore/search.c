#include "explore/search.h"

#include "base/panic.h"

#include <stdlib.h>

enum
{
  MAX_EVENTS = 10000
};

/* ---- nodes ---- */

static rp_question *
push_node (rp_search *s)
{
  if (s->depth == s->path.count)
    RP_VEC_PUSH (&s->path, (rp_question) { 0 });
  rp_question *node = &s->path.items[s->depth++];
  node->enabled.count = node->wanted.count = node->done.count = 0;
  node->sleep.count = node->inherited = node->trials.count = 0;
  node->footprint = RP_NO_FOOTPRINT;
  return node;
}

static bool
sleeps (const rp_question *node, uint32_t task)
{
  for (size_t i = 0; i < node->sleep.count; i++)
    if (node->sleep.items[i].task == task)
      return true;
  return false;
}

/* Returns the node of the event before the event of NODE; NULL if there is none. */
static const rp_question *
node_before (const rp_search *s, const rp_question *node)
{
  while (node-- > s->path.items)
    if (!node->is_choice)
      return node;
  return NULL;
}

static bool
uses_sleep (const rp_search *s)
{
  return s->reduction == RP_REDUCTION_DPOR || s->reduction == RP_REDUCTION_SLEEP;
}

/* Copies to NODE the sleep set of the node before it. Leaves out the task that was picked at that node, and the
 * tasks whose next event depends on the event of that node. Does nothing if the reduction has no sleep sets. */
static void
inherit_sleep (rp_search *s, rp_question *node)
{
  const rp_question *before = node_before (s, node);
  if (!before || !uses_sleep (s))
    return;
  rp_footprint happened = s->trace.events.items[before->event].footprint;
  for (size_t i = 0; i < before->sleep.count; i++)
    {
      rp_sleeper sleeper = before->sleep.items[i];
      if (sleeper.task != before->pick
          && !rp_footprints_conflict (&s->footprints, sleeper.footprint, happened))
        RP_VEC_PUSH (&node->sleep, sleeper);
    }
  node->inherited = node->sleep.count;
}

static bool
next_wanted (const rp_question *node, uint32_t *task)
{
  for (size_t i = 0; i < node->wanted.count; i++)
    if (!rp_numbers_have (&node->done, node->wanted.items[i])
        && !sleeps (node, node->wanted.items[i]))
      {
        *task = node->wanted.items[i];
        return true;
      }
  return false;
}

/* Returns how many delays it costs to pick the task at index PLACE among those enabled at NODE. The count starts at
 * the task that went last or, if it cannot go, at the next one in order of creation, and goes round. */
static uint64_t
delays_of (const rp_search *s, const rp_question *node, size_t place)
{
  const rp_question *before = node_before (s, node);
  size_t start = 0, count = node->enabled.count;
  while (before && start < count
         && rp_task_names_row (&s->names, node->enabled.items[start])
              < rp_task_names_row (&s->names, before->pick))
    start++;
  return (place + count - start % count) % count;
}

static uint64_t
delays_before (const rp_search *s, const rp_question *node)
{
  const rp_question *before = node_before (s, node);
  if (!before)
    return 0;
  for (size_t i = 0; i < before->enabled.count; i++)
    if (before->enabled.items[i] == before->pick)
      return before->delays + delays_of (s, before, i);
  return before->delays;
}

/* Adds to NODE->wanted the enabled tasks that the bound on delays allows, cheapest first. Sets NODE->delays. Sets
 * S->leaves_out if the bound excludes a task. */
static void
want_within_bound (rp_search *s, rp_question *node)
{
  size_t count = node->enabled.count;
  node->delays = delays_before (s, node);
  for (uint64_t cost = 0; cost < count; cost++)
    for (size_t i = 0; i < count; i++)
      if (delays_of (s, node, i) == cost)
        {
          if (node->delays + cost <= s->most_delays)
            RP_VEC_PUSH (&node->wanted, node->enabled.items[i]);
          else
            s->leaves_out = true;
        }
}

enum
{
  MAX_LOOKS = 512,
  FEW_LOOKS = 4
};

/* Returns how many events directly before event COUNT are of one task, at one site, and read the same variables without
 * writing. Stops at MOST. A long row of such events is a loop that waits, or behaves like one. */
static size_t
looks_before (rp_search *s, size_t count, size_t most)
{
  const rp_event *events = s->trace.events.items;
  size_t same = 1;
  if (!count
      || rp_footprints_conflict (&s->footprints, events[count - 1].footprint,
                                 events[count - 1].footprint))
    return 0;
  while (same < count && same < most && events[count - 1 - same].task == events[count - 1].task
         && events[count - 1 - same].site == events[count - 1].site
         && events[count - 1 - same].footprint == events[count - 1].footprint)
    same++;
  return same;
}

/* Returns whether the last MAX_LOOKS events are rounds of a waiting loop. Once a waiting loop was found in any
 * execution (has_waited), the search is incomplete anyway. From then on the last FEW_LOOKS events suffice. */
static bool
is_waiting_loop (rp_search *s)
{
  size_t most = s->has_waited ? FEW_LOOKS : MAX_LOOKS;
  return looks_before (s, s->trace.count, most) == most;
}

/* Returns whether the event of NODE follows FEW_LOOKS or more equal rounds of a loop (looks_before), in a search that
 * has found a waiting loop (has_waited, a flag of the whole search). A round writes nothing, so other tasks find the
 * same values before it as after it. So no other task need be tried at NODE: the tasks that NODE still wants can be
 * tried at the node before it (pass_wanted_back). */
static bool
is_one_of_many_looks (rp_search *s, const rp_question *node)
{
  return s->has_waited && !node->is_choice && node->event < s->trace.count
         && looks_before (s, node->event + 1, FEW_LOOKS + 1) > FEW_LOOKS;
}

/* Puts the task of the last event, which waits in a loop, to sleep until another task writes what the loop reads. This
 * may leave out executions, because the loop may count its rounds. */
static void
let_sleep (rp_search *s, rp_question *node)
{
  const rp_event *last = &s->trace.events.items[s->trace.count - 1];
  if (sleeps (node, last->task))
    return;
  RP_VEC_PUSH (&node->sleep, (rp_sleeper) { last->task, last->footprint });
  node->inherited = node->sleep.count;
  s->has_waited = true;
}

/* Adds a node with the tasks in s->enabled. Returns false, without a node, if no task is to be tried. */
static bool
add_schedule_node (rp_search *s)
{
  rp_question *node = push_node (s);
  node->is_choice = false;
  node->event = (uint32_t) s->trace.count;
  for (size_t i = 0; i < s->enabled.count; i++)
    RP_VEC_PUSH (&node->enabled, s->enabled.items[i]);
  inherit_sleep (s, node);
  if (uses_sleep (s) && is_waiting_loop (s))
    let_sleep (s, node);
  if (s->is_bounded)
    want_within_bound (s, node);
  for (size_t i = 0; i < node->enabled.count && !s->is_bounded; i++)
    if (!sleeps (node, node->enabled.items[i]))
      {
        RP_VEC_PUSH (&node->wanted, node->enabled.items[i]);
        if (s->reduction == RP_REDUCTION_DPOR)
          break;
      }
  if (next_wanted (node, &node->pick))
    return true;
  s->depth--;
  return false;
}

/* Returns the index of the first event that may change when NODE gets another answer. */
static size_t
first_changed (const rp_search *s, const rp_question *node)
{
  const rp_question *before = node->is_choice ? node_before (s, node) : node;
  return before ? before->event : 0;
}

/* Passes the tasks that NODE still wants, and that could also be picked at the previous node, to that node. */
static void
pass_wanted_back (rp_search *s, const rp_question *node)
{
  rp_question *before = (rp_question *) node_before (s, node);
  for (size_t i = 0; before && i < node->wanted.count; i++)
    {
      uint32_t task = node->wanted.items[i];
      if (!rp_numbers_have (&node->done, task) && !sleeps (node, task) && rp_numbers_have (&before->enabled, task)
          && !rp_numbers_have (&before->wanted, task))
        RP_VEC_PUSH (&before->wanted, task);
    }
}

/* Changes the path to the next answer that was not tried yet. Returns false if there is none. */
static bool
backtrack (rp_search *s)
{
  while (s->depth > s->frozen)
    {
      rp_question *node = &s->path.items[s->depth - 1];
      s->fresh = first_changed (s, node);
      if (node->is_choice && ++node->value < node->options)
        return true;
      if (!node->is_choice)
        {
          RP_VEC_PUSH (&node->done, node->pick);
          if (uses_sleep (s))
            RP_VEC_PUSH (&node->sleep, (rp_sleeper) { node->pick, node->footprint });
          node->footprint = RP_NO_FOOTPRINT;
          node->trials.count = 0;
          if (is_one_of_many_looks (s, node))
            pass_wanted_back (s, node);
          else if (next_wanted (node, &node->pick))
            return true;
        }
      s->depth--;
    }
  return false;
}

/* ---- the policy ---- */

static uint32_t
number_of (rp_search *s, uint32_t row)
{
  return rp_task_names_of_row (&s->names, s->subject->tasks (s->subject), row);
}

/* Ends the current event: its task waits, stands before another event, or has ended. If the run searches, adds the
 * event's footprint to that of the event's node. Does nothing if no event is open. */
static void
end_event (rp_search *s)
{
  rp_trace *trace = s->running;
  if (!trace || !trace->is_open)
    return;
  rp_trace_event_end (trace);
  if (s->script)
    return;
  const rp_event *event = &trace->events.items[trace->count - 1];
  for (size_t i = s->at; i-- > 0;)
    if (!s->path.items[i].is_choice)
      {
        rp_question *node = &s->path.items[i];
        node->footprint = rp_footprints_union (&s->footprints, node->footprint, event->footprint);
        return;
      }
}

static int
compare_numbers (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

/* Fills s->enabled and s->places (indices in READY) with the tasks that can be picked, in order of creation. Fills
 * s->waiting with those that cannot, if a trace records the run. Sorts by rows, not by numbers: reading a witness
 * gives numbers to tasks before they are created. */
static void
list_enabled (rp_search *s, const rp_ready *ready)
{
  size_t count = ready->count;
  uint64_t few[64], *keys = count > 64 ? rp_malloc (count * sizeof *keys) : few;
  size_t found = 0;
  s->enabled.count = s->places.count = s->waiting.count = 0;
  for (size_t i = 0; i < count; i++)
    {
      if (s->running)
        rp_trace_condition_begin (s->running);
      rp_stand stand = ready->stand (ready, i);
      rp_footprint read = s->running ? rp_trace_condition_end (s->running) : RP_NO_FOOTPRINT;
      uint32_t number = number_of (s, stand.task);
      if (stand.can_go)
        keys[found++] = (uint64_t) stand.task << 32 | i;
      else if (s->running && stand.is_before_section)
        RP_VEC_PUSH (
          &s->waiting,
          (rp_blocked) { number, rp_trace_objects (s->running, stand.objects, stand.object_count),
                         RP_NO_FOOTPRINT });
      else if (s->running)
        RP_VEC_PUSH (&s->waiting, (rp_blocked) { number, RP_NO_FOOTPRINT, read });
    }
  if (found > 1)
    qsort (keys, found, sizeof *keys, compare_numbers);
  for (size_t i = 0; i < found; i++)
    {
      RP_VEC_PUSH (&s->enabled, number_of (s, (uint32_t) (keys[i] >> 32)));
      RP_VEC_PUSH (&s->places, (uint32_t) keys[i]);
    }
  if (keys != few)
    free (keys);
}

/* Returns whether the deadline for runs that repeat a finding is reached. It may be later than the deadline of the
 * search. */
static bool
is_too_late (const rp_search *s)
{
  rp_limit limit = { .deadline = s->last_deadline };
  return rp_limit_is_reached (&limit);
}

/* Returns the index, among the enabled tasks, of the next pick of the script; SIZE_MAX to stop. Behind the end of
 * the script, returns 0 if the run goes on. */
static size_t
pick_by_script (rp_search *s)
{
  if (s->at == s->script->picks.count)
    return s->goes_on && s->picked < s->most_events && !is_too_late (s) ? 0 : SIZE_MAX;
  uint32_t task = s->script->picks.items[s->at++];
  for (size_t i = 0; i < s->enabled.count; i++)
    if (s->enabled.items[i] == task)
      return i;
  s->is_lost = true;
  return SIZE_MAX;
}

/* Adds the current state to the visited states. Returns false if it was there already. */
static bool
enter_state (rp_search *s)
{
  rp_digest state = s->subject->state (s->subject);
  rp_digest_join (&state, rp_states_races (&s->visited, &s->trace));
  if (!rp_states_add (&s->visited, state))
    return false;
  s->counts.visited++;
  return true;
}

static rp_limit
limit_of (const rp_search *s)
{
  return (rp_limit) { .interrupt = s->interrupt, .deadline = s->deadline };
}

static size_t
pick_by_search (rp_search *s)
{
  rp_limit limit = limit_of (s);
  s->is_cut = s->trace.count >= s->most_events || rp_limit_is_reached (&limit);
  if (s->is_cut)
    return SIZE_MAX;
  if (s->at == s->depth && s->reduction == RP_REDUCTION_STATES && !enter_state (s))
    {
      s->is_matched = true;
      return SIZE_MAX;
    }
  if (s->at == s->depth && !add_schedule_node (s))
    {
      s->is_blocked = true;
      return SIZE_MAX;
    }
  if (s->split && s->trace.count == s->split)
    {
      s->is_split = true;
      s->depth--;
      return SIZE_MAX;
    }
  const rp_question *node = &s->path.items[s->at++];
  for (size_t i = 0; i < s->enabled.count && !node->is_choice; i++)
    if (s->enabled.items[i] == node->pick)
      return i;
  s->is_astray = true;
  return SIZE_MAX;
}

/* Returns the place of a task that is in no section and stands nowhere, if there is one (rp_ready_free): the order
 * of its next step does not matter. Otherwise asks the script or the search. Returns RP_PICK_NOBODY if no task can
 * go, and RP_PICK_STOP to end the run. */
static size_t
pick (rp_policy *policy, const rp_ready *ready)
{
  rp_search *s = (rp_search *) policy;
  end_event (s);
  size_t free = rp_ready_free (ready);
  if (free != SIZE_MAX)
    return free;
  list_enabled (s, ready);
  if (!s->enabled.count)
    return RP_PICK_NOBODY;
  size_t at = s->script ? pick_by_script (s) : pick_by_search (s);
  if (at == SIZE_MAX)
    return RP_PICK_STOP;
  size_t place = s->places.items[at];
  rp_stand stand = ready->stand (ready, place);
  s->picked++;
  s->waiting.count = 0;
  if (s->running)
    rp_trace_event_begin (s->running, s->enabled.items[at], stand.is_before_section, stand.objects,
                          stand.object_count, stand.site);
  if (s->running)
    {
      rp_event *event = &s->running->events.items[s->running->count - 1];
      event->is_condition = stand.is_before_access && !stand.object_count;
      event->wakes = !stand.is_before_section && !stand.is_after_acquire && !stand.is_before_access;
    }
  if (!s->script)
    s->path.items[s->at - 1].site = stand.site;
  return place;
}

static size_t
value_by_search (rp_search *s, uint32_t task, uint32_t ordinal, size_t options)
{
  if (s->at == s->depth)
    {
      rp_question *node = push_node (s);
      s->counts.choices++;
      node->is_choice = true;
      node->task = task;
      node->ordinal = ordinal;
      node->options = options;
      node->value = 0;
    }
  const rp_question *node = &s->path.items[s->at++];
  s->is_astray |= !node->is_choice || node->task != task || node->options != options;
  return s->is_astray ? 0 : node->value;
}

static uint64_t
choice_key (uint32_t task, uint32_t ordinal)
{
  return (uint64_t) task << 32 | ordinal;
}

static size_t
value_by_script (rp_search *s, uint32_t task, uint32_t ordinal, size_t options)
{
  const uint64_t *value = rp_map_find (&s->script->choices, choice_key (task, ordinal));
  if (value && *value <= options)
    return (size_t) *value - 1;
  s->is_lost |= value != NULL;
  return 0;
}

static size_t
choose (rp_policy *policy, uint32_t row, rp_choice_kind kind, size_t options)
{
  rp_search *s = (rp_search *) policy;
  if (kind == RP_CHOICE_CONDITION)
    {
      s->draws_conditions = true;
      return (size_t) (rp_hash64 (s->drawn++) % options);
    }
  uint32_t task = number_of (s, row);
  while (s->chosen.count <= task)
    RP_VEC_PUSH (&s->chosen, 0);
  uint32_t ordinal = s->chosen.items[task]++;
  size_t value = s->script ? value_by_script (s, task, ordinal, options)
                           : value_by_search (s, task, ordinal, options);
  if (s->running)
    rp_trace_choice (s->running, task, value);
  return value;
}

/* ---- runs ---- */

static void
begin_run (rp_search *s, const rp_answers *script, rp_trace *running)
{
  s->script = script;
  s->running = running;
  s->at = s->picked = 0;
  s->is_blocked = s->is_matched = s->is_split = s->is_cut = s->is_lost = s->goes_on = false;
  s->drawn = 0;
  s->repeated = 0;
  s->waiting.count = 0;
  for (size_t i = 0; i < s->chosen.count; i++)
    s->chosen.items[i] = 0;
  rp_task_names_begin (&s->names);
  if (running)
    rp_trace_begin (running, s->subject->tasks (s->subject));
}

static void
run_traced (rp_search *s, rp_run_result *result)
{
  rp_setting setting = { .observer = &s->running->observer,
                         .policy = &s->policy,
                         .access = rp_trace_access,
                         .access_context = s->running,
                         .repeated = s->repeated,
                         .with_states = s->reduction == RP_REDUCTION_STATES,
                         .is_extra = s->script != NULL };
  if (s->goes_on) /* this run only repeats a finding */
    setting.limit.deadline = s->last_deadline;
  else
    setting.limit = limit_of (s);
  s->subject->run (s->subject, &setting, result);
  s->is_astray |= result->is_astray;
  end_event (s);
}

static rp_ending
ending_of (const rp_search *s)
{
  if (s->is_cut || s->is_astray || s->result.is_cut)
    return RP_ENDING_CUT;
  if (s->is_blocked)
    return RP_ENDING_BLOCKED;
  if (s->is_matched)
    return RP_ENDING_MATCHED;
  if (s->is_split)
    return RP_ENDING_SPLIT;
  if (s->result.stop.stop == RP_STOP_NOT)
    return RP_ENDING_COMPLETE;
  if (s->result.stop.stop != RP_STOP_DEADLOCK)
    return RP_ENDING_FAILED;
  return s->result.stop.is_avoidable ? RP_ENDING_IMPOSSIBLE : RP_ENDING_DEADLOCK;
}

static void
count_run (rp_search *s)
{
  rp_search_counts *counts = &s->counts;
  bool is_new;
  counts->events += s->trace.count;
  if (counts->longest < s->trace.count)
    counts->longest = s->trace.count;
  counts->blocked += s->ending == RP_ENDING_BLOCKED;
  counts->matched += s->ending == RP_ENDING_MATCHED;
  counts->impossible += s->ending == RP_ENDING_IMPOSSIBLE;
  counts->cut += s->ending == RP_ENDING_CUT;
  if (s->ending > RP_ENDING_FAILED)
    return;
  counts->complete++;
  if (!s->tells_traces)
    return;
  rp_map_insert (&s->traces, rp_trace_hash (&s->trace), &is_new);
  counts->traces += is_new;
  counts->duplicates += !is_new;
  if (s->ending != RP_ENDING_COMPLETE || !s->result.has_state)
    return;
  rp_map_insert (&s->states, s->result.state, &is_new);
  counts->states += is_new;
}

bool
rp_search_is_done (rp_search *s)
{
  if (!s->is_begun)
    return false;
  if (s->reduction == RP_REDUCTION_DPOR && s->ending != RP_ENDING_CUT)
    rp_search_plan (s);
  return !backtrack (s);
}

bool
rp_search_next (rp_search *s)
{
  if (rp_search_is_done (s))
    return false;
  begin_run (s, NULL, &s->trace);
  s->repeated = s->depth && s->is_begun ? s->depth - 1 : 0;
  s->is_begun = true;
  run_traced (s, &s->result);
  s->ending = ending_of (s);
  count_run (s);
  return true;
}

bool
rp_search_try (rp_search *s, const rp_answers *script, size_t repeated)
{
  rp_run_result result;
  begin_run (s, script, &s->trial_trace);
  s->repeated = repeated;
  run_traced (s, &result);
  s->counts.trials++;
  return !s->is_lost && s->picked == script->picks.count;
}

bool
rp_search_try_result (rp_search *s, const rp_answers *script, rp_run_result *result)
{
  begin_run (s, script, &s->trial_trace);
  run_traced (s, result);
  s->counts.trials++;
  return !s->is_lost && s->picked == script->picks.count;
}

bool
rp_search_retrace (rp_search *s, const rp_answers *script, rp_run_result *result)
{
  begin_run (s, script, &s->trial_trace);
  s->goes_on = true;
  s->trial_trace.checks = true;
  run_traced (s, result);
  s->trial_trace.checks = false;
  return !s->is_lost && s->picked >= script->picks.count;
}

bool
rp_search_replay (rp_search *s, const rp_answers *script, rp_observer *observer,
                  rp_access_function *access, void *context, rp_run_result *result)
{
  rp_setting setting = { .observer = observer,
                         .policy = &s->policy,
                         .access = access,
                         .access_context = context,
                         .is_extra = true,
                         .limit.deadline = s->last_deadline };
  begin_run (s, script, NULL);
  s->goes_on = true;
  s->subject->run (s->subject, &setting, result);
  return !s->is_lost && s->picked >= script->picks.count;
}

bool
rp_search_show (rp_search *s, const rp_answers *script, struct rp_report *shown,
                rp_run_result *result)
{
  begin_run (s, script, NULL);
  s->goes_on = true;
  s->subject->show (s->subject, &s->policy, shown, result);
  return !s->is_lost && s->picked >= script->picks.count;
}

void
rp_answers_choose (rp_answers *script, uint32_t task, uint32_t ordinal, uint64_t value)
{
  *rp_map_insert (&script->choices, choice_key (task, ordinal), NULL) = value + 1;
}

void
rp_answers_clear (rp_answers *script)
{
  RP_VEC_CLEAR (&script->steps);
  RP_VEC_CLEAR (&script->picks);
  rp_map_clear (&script->choices);
}

void
rp_search_script (const rp_search *s, rp_answers *script)
{
  for (size_t i = 0; i < s->depth; i++)
    {
      const rp_question *node = &s->path.items[i];
      RP_VEC_PUSH (&script->steps,
                   (rp_search_step) { node->is_choice, node->is_choice ? node->task : node->pick,
                               node->is_choice ? 0 : node->site, node->value, node->options });
      if (node->is_choice)
        rp_answers_choose (script, node->task, node->ordinal, node->value);
      else
        RP_VEC_PUSH (&script->picks, node->pick);
    }
}

void
rp_search_init (rp_search *s, rp_subject *subject, rp_reduction reduction)
{
  *s = (rp_search) { .policy = { .explores = true, .pick = pick, .choose = choose },
                     .subject = subject,
                     .reduction = reduction,
                     .most_events = MAX_EVENTS };
  rp_task_names_init (&s->names);
  rp_section_order order = uses_sleep (s) ? RP_ORDER_CONFLICTS : RP_ORDER_LAST;
  rp_trace_init (&s->trace, &s->names, &s->footprints, order);
  rp_trace_init (&s->trial_trace, &s->names, &s->footprints, RP_ORDER_CONFLICTS);
  s->trial_trace.checks = false;
}

void
rp_search_bound_delays (rp_search *s, uint64_t most)
{
  RP_ASSERT (s->reduction == RP_REDUCTION_NONE);
  s->is_bounded = true;
  s->most_delays = most;
  s->trace.order = RP_ORDER_CONFLICTS;
}

void
rp_search_set_precision (rp_search *s, rp_precision precision)
{
  s->policy.precision = s->trace.precision = s->trial_trace.precision = precision;
}

void
rp_question_clear (rp_question *question)
{
  RP_VEC_CLEAR (&question->enabled);
  RP_VEC_CLEAR (&question->wanted);
  RP_VEC_CLEAR (&question->done);
  RP_VEC_CLEAR (&question->sleep);
  RP_VEC_CLEAR (&question->trials);
}

void
rp_search_clear (rp_search *s)
{
  for (size_t i = 0; i < s->path.count; i++)
    rp_question_clear (&s->path.items[i]);
  RP_VEC_CLEAR (&s->path);
  RP_VEC_CLEAR (&s->chosen);
  RP_VEC_CLEAR (&s->enabled);
  RP_VEC_CLEAR (&s->places);
  RP_VEC_CLEAR (&s->waiting);
  rp_map_clear (&s->traces);
  rp_map_clear (&s->states);
  rp_states_clear (&s->visited);
  rp_trace_clear (&s->trace);
  rp_trace_clear (&s->trial_trace);
  rp_footprints_clear (&s->footprints);
  rp_task_names_clear (&s->names);
}
