/* Depth-first search over the states of the machine.
 *
 * Pruning at visited states is exact, because everything asked here is a property of single
 * states, and a state holds all that its future depends on.
 *
 * The reduction is the simplest one there is. If some task's next step only enables others, that
 * task alone is stepped: every other order of events reaches the same states afterwards, and the
 * states left out look no different to the race check, since the task stands before no access.
 * A cycle of such steps would leave the other tasks out for ever, so when a step leads back onto
 * the search's own path, all tasks are stepped after all. */
#include "interleave.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "enabled.h"

#include <string.h>

/* A set of 128-bit hashes: the first half is the key, the second half checks it. */
typedef struct state_set
{
  rp_map halves; /* first half -> 1 + index */
  RP_VEC (uint64_t) checks;
  RP_VEC (bool) on_path;
} state_set;

/* A state on the current path, with the steps still to try: way WAY of task TASK is next. */
typedef struct visit
{
  rp_world *world;
  size_t number; /* in the set */
  size_t task, way;
  size_t only;  /* with reduction: the one task that is stepped, else SIZE_MAX */
  bool stepped; /* some task had a step */
} visit;

typedef struct search
{
  rp_machine machine;
  state_set visited, outcomes;
  RP_VEC (visit) path;
  rp_accesses accesses;
  RP_VEC (size_t) access_task;
  rp_map known_races;
  size_t max_states;
  bool reduce;
  rp_interleave_result result;
} search;

/* The number of the state, and whether it is new. */
static size_t
state_set_add (state_set *set, const uint64_t hash[2], bool *is_new)
{
  for (uint64_t key = hash[0];; key++)
    {
      uint64_t *index = rp_map_insert (&set->halves, key, is_new);
      if (*is_new)
        {
          RP_VEC_PUSH (&set->checks, hash[1]);
          RP_VEC_PUSH (&set->on_path, false);
          *index = set->checks.count - 1;
        }
      if (set->checks.items[*index] == hash[1])
        return *index;
    }
}

static void
state_set_clear (state_set *set)
{
  rp_map_clear (&set->halves);
  RP_VEC_CLEAR (&set->checks);
  RP_VEC_CLEAR (&set->on_path);
}

static char *
location_text (const rp_machine *machine, uint32_t number)
{
  const rp_location *location = &machine->locations.items[number];
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, machine->program->shared[location->shared].name);
  for (uint32_t i = 0; i < location->dimensions; i++)
    rp_strbuf_format (&text, "[%lld]", (long long) location->subscripts[i]);
  return text.text;
}

static void
add_race (search *s, rp_access a, rp_access b)
{
  if (a.site > b.site)
    {
      rp_access swap = a;
      a = b;
      b = swap;
    }
  bool is_new;
  uint64_t key = rp_hash64 (rp_hash64 (rp_hash64 (a.location) ^ a.site) ^ b.site);
  rp_map_insert (&s->known_races, key, &is_new);
  if (!is_new)
    return;
  rp_interleave_race race = { .shared = s->machine.locations.items[a.location].shared,
                              .location = location_text (&s->machine, a.location),
                              .sites = { a.site, b.site },
                              .writes = { a.write, b.write } };
  RP_VEC_PUSH (&s->result.races, race);
}

/* All pairs of tasks that stand before conflicting accesses. */
static void
check_races (search *s, const rp_world *world)
{
  s->accesses.count = s->access_task.count = 0;
  for (size_t i = 0; i < world->processes.count; i++)
    {
      rp_step_accesses (&s->machine, world, i, &s->accesses);
      while (s->access_task.count < s->accesses.count)
        RP_VEC_PUSH (&s->access_task, i);
    }
  for (size_t i = 0; i < s->accesses.count; i++)
    for (size_t k = i + 1; k < s->accesses.count; k++)
      {
        rp_access a = s->accesses.items[i], b = s->accesses.items[k];
        if (a.location == b.location && (a.write || b.write)
            && s->access_task.items[i] != s->access_task.items[k])
          add_race (s, a, b);
      }
}

static void
add_violation (search *s, uint32_t a, uint32_t b)
{
  uint32_t low = a < b ? a : b, high = a < b ? b : a;
  for (size_t i = 0; i < s->result.violations.count; i++)
    if (s->result.violations.items[i].sites[0] == low
        && s->result.violations.items[i].sites[1] == high)
      return;
  RP_VEC_PUSH (&s->result.violations, (rp_interleave_violation) { { low, high } });
}

static void
check_pair (search *s, const rp_process *p, const rp_process *q)
{
  for (size_t i = 0; i < p->permits.count; i++)
    for (size_t k = 0; k < q->permits.count; k++)
      if (rp_permits_conflict (&p->permits.items[i], &q->permits.items[k]))
        add_violation (s, p->permits.items[i].site, q->permits.items[k].site);
}

static void
check_permits (search *s, const rp_world *world)
{
  for (size_t i = 0; i < world->processes.count; i++)
    for (size_t k = i + 1; k < world->processes.count; k++)
      check_pair (s, world->processes.items[i], world->processes.items[k]);
}

static size_t
task_to_step_alone (search *s, const rp_world *world)
{
  for (size_t i = 0; s->reduce && i < world->processes.count; i++)
    if (rp_step_only_enables (&s->machine, world, i) && rp_step_ways (&s->machine, world, i))
      return i;
  return SIZE_MAX;
}

static bool
all_have_ended (const rp_world *world)
{
  for (size_t i = 0; i < world->processes.count; i++)
    if (world->processes.items[i]->status != RP_PROCESS_ENDED)
      return false;
  return true;
}

static void
note_failure (search *s, const rp_world *world)
{
  for (size_t i = 0; i < world->processes.count && !s->result.failure_why; i++)
    s->result.failure_why = world->processes.items[i]->fault;
  s->result.failure = true;
}

static void
note_outcome (search *s, const rp_world *world)
{
  uint64_t hash[2];
  bool is_new;
  rp_world_hash_memory (&s->machine, world, hash);
  state_set_add (&s->outcomes, hash, &is_new);
}

/* Takes WORLD: puts it on the path if it is new. Returns whether it was on the path already. */
static bool
enter (search *s, rp_world *world)
{
  uint64_t hash[2];
  bool is_new;
  rp_world_hash (&s->machine, world, hash);
  size_t number = state_set_add (&s->visited, hash, &is_new);
  if (is_new)
    {
      check_races (s, world);
      check_permits (s, world);
    }
  if (is_new && world->failed)
    note_failure (s, world);
  else if (is_new)
    {
      s->visited.on_path.items[number] = true;
      visit entered = { .world = world, .number = number };
      entered.only = task_to_step_alone (s, world);
      entered.task = entered.only == SIZE_MAX ? 0 : entered.only;
      RP_VEC_PUSH (&s->path, entered);
      return false;
    }
  rp_world_free (world);
  return !is_new && s->visited.on_path.items[number];
}

static void
leave (search *s)
{
  visit *last = &RP_VEC_LAST (&s->path);
  if (!last->stepped && all_have_ended (last->world))
    note_outcome (s, last->world);
  else if (!last->stepped)
    s->result.deadlock = true;
  s->visited.on_path.items[last->number] = false;
  rp_world_free (last->world);
  s->path.count--;
}

/* Moves on to the next step of the last state; false when there is none left. */
static bool
next_step (search *s, visit *last)
{
  while (last->task < last->world->processes.count)
    {
      if (last->way < rp_step_ways (&s->machine, last->world, last->task))
        return true;
      if (last->only != SIZE_MAX)
        return false;
      last->task++;
      last->way = 0;
    }
  return false;
}

static void
explore (search *s)
{
  enter (s, rp_step_begin (&s->machine));
  while (s->path.count)
    {
      size_t at = s->path.count - 1;
      visit *last = &s->path.items[at];
      if (s->visited.checks.count >= s->max_states)
        s->result.too_big = true;
      if (s->result.too_big || !next_step (s, last))
        {
          last->stepped |= s->result.too_big;
          leave (s);
          continue;
        }
      last->stepped = true;
      rp_world *next = rp_world_copy (last->world);
      rp_step_take (&s->machine, next, last->task, last->way++);
      if (enter (s, next) && last->only != SIZE_MAX)
        {
          last->only = SIZE_MAX;
          last->task = last->way = 0;
        }
    }
}

/* Sizes and first values, in the order of declaration. */
static void
initialise (rp_machine *machine)
{
  rp_world *empty = rp_world_new ();
  uint32_t count = machine->program->shared_count;
  machine->initial = rp_calloc (count + 1, sizeof *machine->initial);
  machine->sizes = rp_calloc (count + 1, sizeof *machine->sizes);
  for (uint32_t i = 0; i < count; i++)
    {
      rp_values first = { 0 };
      uint32_t choices = 0;
      rp_compute_atomically (machine, empty, NULL, machine->code.size_entry[i], 0, &choices, NULL,
                             &machine->sizes[i]);
      rp_compute_atomically (machine, empty, NULL, machine->code.initial_entry[i], 0, &choices,
                             NULL, &first);
      machine->initial[i] = first.count ? first.items[0] : 0;
      if (choices || !first.count)
        machine->unsupported = "an initialiser without one value";
      RP_VEC_CLEAR (&first);
    }
  rp_world_free (empty);
}

static void
machine_clear (rp_machine *machine)
{
  for (uint32_t i = 0; i < machine->program->shared_count; i++)
    RP_VEC_CLEAR (&machine->sizes[i]);
  for (size_t i = 0; i < machine->locations.count; i++)
    free (machine->locations.items[i].subscripts);
  RP_VEC_CLEAR (&machine->locations);
  free (machine->sizes);
  free (machine->initial);
  rp_map_clear (&machine->location_index);
  rp_map_clear (&machine->process_index);
  rp_code_clear (&machine->code);
}

static int
compare_races (const void *x, const void *y)
{
  const rp_interleave_race *a = x, *b = y;
  int order = strcmp (a->location, b->location);
  for (int i = 0; i < 2 && !order; i++)
    order = (a->sites[i] > b->sites[i]) - (a->sites[i] < b->sites[i]);
  return order;
}

rp_interleave_result
rp_interleave_with (const rp_program *program, const int64_t *param_values, size_t max_states,
                    bool reduce)
{
  search s = { .machine.program = program, .max_states = max_states, .reduce = reduce };
  s.machine.code = rp_code_build (program, param_values);
  s.machine.unsupported = s.machine.code.unsupported;
  initialise (&s.machine);
  if (!s.machine.unsupported)
    explore (&s);
  if (s.result.races.count)
    qsort (s.result.races.items, s.result.races.count, sizeof *s.result.races.items, compare_races);
  s.result.states = s.visited.checks.count;
  s.result.outcomes = s.outcomes.checks.count;
  s.result.unsupported = s.machine.unsupported;
  s.result.too_big |= s.machine.runaway;
  machine_clear (&s.machine);
  state_set_clear (&s.visited);
  state_set_clear (&s.outcomes);
  rp_map_clear (&s.known_races);
  RP_VEC_CLEAR (&s.path);
  RP_VEC_CLEAR (&s.accesses);
  RP_VEC_CLEAR (&s.access_task);
  return s.result;
}

rp_interleave_result
rp_interleave (const rp_program *program, const int64_t *param_values, size_t max_states)
{
  return rp_interleave_with (program, param_values, max_states, true);
}

void
rp_interleave_clear (rp_interleave_result *result)
{
  for (size_t i = 0; i < result->races.count; i++)
    free (result->races.items[i].location);
  RP_VEC_CLEAR (&result->races);
  RP_VEC_CLEAR (&result->violations);
}

bool
rp_interleave_has (const rp_interleave_result *result, const char *location)
{
  for (size_t i = 0; i < result->races.count; i++)
    if (!strcmp (result->races.items[i].location, location))
      return true;
  return false;
}

size_t
rp_interleave_location_count (const rp_interleave_result *result)
{
  size_t count = 0;
  for (size_t i = 0; i < result->races.count; i++)
    count
      += !i || strcmp (result->races.items[i].location, result->races.items[i - 1].location) != 0;
  return count;
}
