#include "explore/states.h"

enum
{
  TASK,
  ENDED_TASK,
  FINISH,
  SECTIONS,
  PHASE,
  LEAK,
  ACCESS,
  PERMISSION_REGION
};

static rp_digest
name_of (uint64_t kind, uint64_t a, uint64_t b)
{
  rp_digest name = rp_digest_start (kind);
  rp_digest_add (&name, a);
  rp_digest_add (&name, b);
  return name;
}

static uint64_t
task_name (const rp_trace *trace, uint32_t task)
{
  return trace->names->list.items[task].hash;
}

/* ---- holders of clocks ---- */

static void
add_holder (rp_states *s, rp_digest name, const rp_clock *clock)
{
  RP_VEC_PUSH (&s->holders, (rp_clock_holder) { name, clock, false });
}

static void
add_tasks (rp_states *s, const rp_trace *trace)
{
  for (uint32_t u = 0; u < trace->tasks.count; u++)
    {
      const rp_trace_task *task = &trace->tasks.items[u];
      if (task->run != trace->run)
        continue;
      if (!task->has_ended)
        {
          add_holder (s, name_of (TASK, task_name (trace, u), 0), &task->strand);
          RP_VEC_LAST (&s->holders).is_task = true;
          s->tasks++;
        }
      else if (task->is_known || trace->has_posts)
        add_holder (s, name_of (ENDED_TASK, task_name (trace, u), 0), &task->strand);
    }
}

static void
add_finishes (rp_states *s, const rp_trace *trace)
{
  for (size_t i = 0; i < trace->finish_count; i++)
    {
      const rp_trace_finish *finish = &trace->finishes.items[i];
      if (finish->is_open)
        add_holder (s, name_of (FINISH, task_name (trace, finish->owner), finish->depth),
                    &finish->ended);
    }
}

static void
add_phases (rp_states *s, const rp_trace *trace)
{
  for (size_t b = 0; b < trace->barrier_count; b++)
    for (size_t p = 0; p < trace->barriers.items[b].count; p++)
      add_holder (s, name_of (PHASE, b, p), &trace->barriers.items[b].phases.items[p].strand);
}

/* Adds the ends of sections as holders. A task that enters a section comes after all ended sections that exclude it,
 * so all sections on the same objects are one holder. */
static void
add_sections (rp_states *s, const rp_trace *trace)
{
  rp_map_clear (&s->groups);
  s->group_count = 0;
  for (size_t i = 0; i < trace->section_count; i++)
    {
      const rp_trace_section *section = &trace->sections.items[i];
      if (!section->has_ended)
        continue;
      uint64_t *group = rp_map_insert (&s->groups, section->own, NULL);
      if (!*group)
        {
          if (s->group_count == s->group_clocks.count)
            RP_VEC_PUSH (&s->group_clocks, (rp_clock) { 0 });
          s->group_clocks.items[s->group_count].count = 0;
          *group = ++s->group_count;
        }
      rp_clock_join (&s->group_clocks.items[*group - 1], &section->end);
    }
  for (size_t i = 0; i < s->groups.capacity; i++)
    if (s->groups.used[i])
      add_holder (s, name_of (SECTIONS, s->groups.entries[i].key, 0),
                  &s->group_clocks.items[s->groups.entries[i].value - 1]);
}

/* ---- which clock holders come after an access ---- */

/* Returns a digest of the set of holders that come after tick TICK of TASK. *IS_PAST becomes true if all tasks that
 * have not ended come after this tick, else false. */
static rp_digest
find_cover (const rp_states *s, uint32_t task, uint32_t tick, bool *is_past)
{
  rp_digest cover = rp_digest_start (ACCESS);
  size_t tasks = 0;
  for (size_t i = 0; i < s->holders.count; i++)
    if (rp_clock_at (s->holders.items[i].clock, task) >= tick)
      {
        rp_digest_join (&cover, s->holders.items[i].name);
        tasks += s->holders.items[i].is_task;
      }
  *is_past = tasks == s->tasks;
  return cover;
}

/* Returns the digest of find_cover; an empty digest if all tasks that have not ended come after the tick. Remembers
 * the result, because many accesses have the same tick. */
static rp_digest
cover_of (rp_states *s, uint32_t task, uint32_t tick)
{
  uint64_t *known = rp_map_insert (&s->known, (uint64_t) task << 32 | tick, NULL);
  if (!*known)
    {
      bool is_past;
      rp_digest cover = find_cover (s, task, tick, &is_past);
      RP_VEC_PUSH (&s->covers, is_past ? (rp_digest) { { 0 } } : cover);
      *known = s->covers.count;
    }
  return s->covers.items[*known - 1];
}

static bool
is_past (rp_digest cover)
{
  return !cover.words[0] && !cover.words[1];
}

static void
join_accesses (rp_states *s, const rp_trace *trace, rp_digest *races)
{
  for (size_t p = 0; p < trace->places.count; p++)
    {
      const rp_trace_place *place = &trace->places.items[p];
      for (size_t i = 0; place->run == trace->run && i < place->list.count; i++)
        {
          const rp_last_access *then = &place->list.items[i];
          rp_digest cover = cover_of (s, then->task, then->tick);
          if (is_past (cover))
            continue;
          rp_digest access = name_of (ACCESS, place->location, then->site);
          rp_digest_add (&access, then->is_write + then->is_covered * 2u);
          rp_digest_add (&access, then->section ? trace->sections.items[then->section - 1].all : 0);
          rp_digest_add_digest (&access, cover);
          rp_digest_join (races, access);
        }
    }
}

/* Adds the permission regions that have ended, as if they were accesses (permission_regions.h, R1). Regions that have
 * not ended are in the subject's state. */
static void
join_permission_regions (rp_states *s, const rp_trace *trace, rp_digest *races)
{
  for (size_t i = 0; i < trace->released.count; i++)
    {
      const rp_trace_permission *region = &trace->released.items[i];
      rp_digest cover = cover_of (s, region->task, region->end);
      if (is_past (cover))
        continue;
      rp_digest ended = name_of (PERMISSION_REGION, region->object.base, region->object.size);
      rp_digest_add (&ended, (uint64_t) region->site << 1 | region->writes);
      rp_digest_add (&ended, region->section ? trace->sections.items[region->section - 1].all : 0);
      rp_digest_add_digest (&ended, cover);
      rp_digest_join (races, ended);
    }
}

/* Returns a name for the section at PLACE in the list of leaks: its task, and the number of earlier leaks of this
 * task. */
static rp_digest
leak_name (const rp_trace *trace, size_t place)
{
  const rp_trace_section *sections = trace->sections.items;
  uint32_t task = sections[trace->leaks.items[place]].task;
  uint64_t before = 0;
  for (size_t i = 0; i < place; i++)
    before += sections[trace->leaks.items[i]].task == task;
  return name_of (LEAK, task_name (trace, task), before);
}

static void
add_leaks (rp_states *s, const rp_trace *trace)
{
  for (size_t i = 0; i < trace->leaks.count; i++)
    {
      const rp_trace_section *section = &trace->sections.items[trace->leaks.items[i]];
      if (section->has_ended)
        add_holder (s, leak_name (trace, i), &section->end);
    }
}

static void
join_leaks (rp_states *s, const rp_trace *trace, rp_digest *races)
{
  for (size_t i = 0; i < trace->leaks.count; i++)
    {
      const rp_trace_section *section = &trace->sections.items[trace->leaks.items[i]];
      rp_digest leak = leak_name (trace, i);
      rp_digest_add (&leak, section->own);
      rp_digest_add_digest (&leak, cover_of (s, section->task, section->begin));
      if (section->has_ended)
        {
          rp_digest after = cover_of (s, section->task, rp_clock_at (&section->end, section->task));
          if (is_past (after))
            continue;
          rp_digest_add_digest (&leak, after);
        }
      rp_digest_join (races, leak);
    }
}

rp_digest
rp_states_races (rp_states *s, const rp_trace *trace)
{
  rp_digest races = { { 0 } };
  s->holders.count = s->tasks = s->covers.count = 0;
  rp_map_clear (&s->known);
  add_tasks (s, trace);
  add_finishes (s, trace);
  add_phases (s, trace);
  add_sections (s, trace);
  add_leaks (s, trace);
  join_accesses (s, trace, &races);
  join_permission_regions (s, trace, &races);
  join_leaks (s, trace, &races);
  return races;
}

bool
rp_states_add (rp_states *s, rp_digest state)
{
  for (uint64_t key = state.words[0];; key++)
    {
      bool is_new;
      uint64_t *second = rp_map_insert (&s->seen, key, &is_new);
      if (is_new)
        *second = state.words[1];
      if (*second == state.words[1])
        return is_new;
    }
}

void
rp_states_clear (rp_states *s)
{
  for (size_t i = 0; i < s->group_clocks.count; i++)
    RP_VEC_CLEAR (&s->group_clocks.items[i]);
  RP_VEC_CLEAR (&s->group_clocks);
  RP_VEC_CLEAR (&s->holders);
  RP_VEC_CLEAR (&s->covers);
  rp_map_clear (&s->groups);
  rp_map_clear (&s->known);
  rp_map_clear (&s->seen);
}
