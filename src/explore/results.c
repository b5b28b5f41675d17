#include "explore/results.h"

#include "base/panic.h"

#include <ctype.h>
#include <string.h>

/* ---- writing ---- */

static void
put (rp_strbuf *out, uint64_t number)
{
  rp_strbuf_format (out, "%llu ", (unsigned long long) number);
}

static void
put_text (rp_strbuf *out, const char *text)
{
  put (out, strlen (text));
  rp_strbuf_add (out, text);
  rp_strbuf_add_char (out, ' ');
}

static void
put_task (rp_strbuf *out, const rp_task_names *names, uint32_t task)
{
  rp_strbuf path = { 0 };
  rp_task_names_write (names, task, &path);
  put_text (out, path.text);
  rp_strbuf_clear (&path);
}

static void
put_script (rp_strbuf *out, const rp_task_names *names, const rp_answers *script)
{
  put (out, script->steps.count);
  for (size_t i = 0; i < script->steps.count; i++)
    {
      const rp_search_step *step = &script->steps.items[i];
      put (out, step->is_choice);
      put_task (out, names, step->task);
      put (out, step->is_choice ? step->value : step->site);
      put (out, step->is_choice ? step->options : 0);
    }
}

/* Returns a pointer to count number PLACE of COUNTS; NULL behind the last one. The longest execution, and the counts of
 * traces, duplicates and states, are not among these counts. */
static uint64_t *
count_at (rp_search_counts *counts, size_t place)
{
  uint64_t *const fields[]
    = { &counts->complete, &counts->blocked, &counts->matched, &counts->impossible, &counts->cut,
        &counts->visited,  &counts->trials,  &counts->events,  &counts->choices };
  return place < sizeof fields / sizeof *fields ? fields[place] : NULL;
}

static void
put_counts (rp_strbuf *out, rp_search_counts *counts)
{
  for (size_t i = 0; count_at (counts, i); i++)
    put (out, *count_at (counts, i));
  put (out, counts->longest);
  size_t longest = counts->longest;
  *counts = (rp_search_counts) { .longest = longest };
}

static void
put_flags (rp_strbuf *out, const rp_exploration *e)
{
  put (out, e->leaves_behind);
  put (out, e->has_race);
  put (out, e->search.draws_conditions);
  put (out, e->search.is_astray);
  put (out, e->search.leaves_out);
  put (out, e->search.has_waited);
  put_text (out, e->incomplete ? e->incomplete : "");
  put (out, e->search.trace.commuting.count);
  for (size_t i = 0; i < e->search.trace.commuting.count; i++)
    put (out, e->search.trace.commuting.items[i]);
}

static void
put_discoveries (rp_strbuf *out, rp_exploration *e)
{
  uint64_t count = 0;
  for (size_t i = 0; i < e->discoveries.count; i++)
    count += e->discoveries.items[i].seen != 0;
  put (out, count);
  for (size_t i = 0; i < e->discoveries.count; i++)
    {
      rp_discovery *discovery = &e->discoveries.items[i];
      if (!discovery->seen) /* another process found it, or no run has shown it since the last
                             * call */
        {
          discovery->schedules = 0;
          continue;
        }
      put_text (out, discovery->key);
      put (out, discovery->observable);
      put (out, discovery->is_clash);
      put (out, discovery->sites[0]);
      put (out, discovery->sites[1]);
      put (out, discovery->schedules);
      put_script (out, &e->search.names, &discovery->script);
      discovery->seen = discovery->schedules = 0;
    }
}

static void
put_outcomes (rp_strbuf *out, rp_outcomes *outcomes)
{
  put (out, outcomes->complete);
  outcomes->complete = 0;
  put (out, outcomes->list.count);
  for (size_t i = 0; i < outcomes->list.count; i++)
    {
      rp_observable *observable = &outcomes->list.items[i];
      put (out, observable->key);
      put_text (out, observable->name);
      put (out, observable->site);
      put (out, observable->values.count);
      for (size_t k = 0; k < observable->values.count; k++)
        {
          rp_outcome *value = &observable->values.items[k];
          put (out, value->hash);
          put_text (out, value->text);
          put (out, value->schedules);
          value->schedules = 0;
        }
    }
}

static void
put_set (rp_strbuf *out, rp_map *set)
{
  put (out, set->count);
  for (size_t i = 0; i < set->capacity; i++)
    if (set->used[i])
      put (out, set->entries[i].key);
  rp_map_clear (set);
}

void
rp_results_write (rp_exploration *e, rp_strbuf *out)
{
  put_counts (out, &e->search.counts);
  put_flags (out, e);
  put_discoveries (out, e);
  put_outcomes (out, &e->outcomes);
  put_set (out, &e->search.traces);
  put_set (out, &e->search.states);
}

/* ---- reading ---- */

typedef struct reader
{
  const char *at, *end;
  bool has_failed;
} reader;

static uint64_t
get (reader *r)
{
  uint64_t number = 0;
  if (r->at == r->end || !isdigit ((unsigned char) *r->at))
    r->has_failed = true;
  while (!r->has_failed && r->at < r->end && isdigit ((unsigned char) *r->at))
    {
      r->has_failed |= __builtin_mul_overflow (number, 10, &number)
                       || __builtin_add_overflow (number, (uint64_t) (*r->at - '0'), &number);
      r->at++;
    }
  if (r->at < r->end && *r->at == ' ')
    r->at++;
  else
    r->has_failed = true;
  return r->has_failed ? 0 : number;
}

/* Reads a text; "" if reading has failed. The caller frees it. */
static char *
get_text (reader *r)
{
  uint64_t length = get (r);
  if (r->has_failed || length >= (uint64_t) (r->end - r->at) || r->at[length] != ' ')
    {
      r->has_failed = true;
      length = 0;
    }
  char *text = rp_malloc ((size_t) length + 1);
  memcpy (text, r->at, (size_t) length);
  text[length] = '\0';
  r->at += r->has_failed ? 0 : length + 1;
  return text;
}

static uint32_t
get_task (reader *r, rp_task_names *names)
{
  char *path = get_text (r);
  uint32_t task = 0;
  r->has_failed |= !rp_task_names_read (names, path, &task);
  free (path);
  return task;
}

static void
get_script (reader *r, rp_task_names *names, rp_answers *script)
{
  RP_VEC (uint32_t) chosen = { 0 };
  for (uint64_t i = 0, count = get (r); i < count && !r->has_failed; i++)
    {
      rp_search_step step = { .is_choice = get (r) != 0 };
      step.task = get_task (r, names);
      uint64_t detail = get (r);
      step.options = get (r);
      if (step.is_choice)
        step.value = detail;
      else
        step.site = (uint32_t) detail;
      while (chosen.count <= step.task)
        RP_VEC_PUSH (&chosen, 0);
      RP_VEC_PUSH (&script->steps, step);
      if (step.is_choice)
        rp_answers_choose (script, step.task, chosen.items[step.task]++, step.value);
      else
        RP_VEC_PUSH (&script->picks, step.task);
    }
  RP_VEC_CLEAR (&chosen);
}

static void
get_counts (reader *r, rp_search_counts *counts)
{
  for (size_t i = 0; count_at (counts, i); i++)
    *count_at (counts, i) += get (r);
  uint64_t longest = get (r);
  counts->longest = counts->longest < longest ? (size_t) longest : counts->longest;
}

static void
get_commuting (reader *r, rp_trace *trace)
{
  for (uint64_t i = 0, count = get (r); i < count && !r->has_failed; i++)
    {
      uint32_t site = (uint32_t) get (r);
      bool is_known = false;
      for (size_t k = 0; k < trace->commuting.count; k++)
        is_known |= trace->commuting.items[k] == site;
      if (!is_known)
        RP_VEC_PUSH (&trace->commuting, site);
    }
}

static void
get_flags (reader *r, rp_exploration *e)
{
  e->leaves_behind |= get (r) != 0;
  e->has_race |= get (r) != 0;
  e->search.draws_conditions |= get (r) != 0;
  e->search.is_astray |= get (r) != 0;
  e->search.leaves_out |= get (r) != 0;
  e->search.has_waited |= get (r) != 0;
  char *incomplete = get_text (r);
  if (*incomplete && !e->incomplete)
    e->incomplete = rp_arena_format (&e->report->arena, "%s", incomplete);
  free (incomplete);
  get_commuting (r, &e->search.trace);
}

static void
get_discoveries (reader *r, rp_exploration *e, size_t part)
{
  for (uint64_t i = 0, count = get (r); i < count && !r->has_failed; i++)
    {
      rp_discovery fresh = { .key = get_text (r), .part = part, .finding = SIZE_MAX };
      fresh.observable = get (r);
      fresh.is_clash = get (r) != 0;
      fresh.sites[0] = (uint32_t) get (r);
      fresh.sites[1] = (uint32_t) get (r);
      fresh.schedules = get (r);
      get_script (r, &e->search.names, &fresh.script);
      rp_exploration_merge (e, &fresh);
    }
}

static void
get_outcomes (reader *r, rp_outcomes *outcomes)
{
  outcomes->complete += get (r);
  for (uint64_t i = 0, count = get (r); i < count && !r->has_failed; i++)
    {
      uint64_t key = get (r);
      char *name = get_text (r);
      uint32_t site = (uint32_t) get (r);
      for (uint64_t k = 0, values = get (r); k < values && !r->has_failed; k++)
        {
          uint64_t hash = get (r);
          char *text = get_text (r);
          uint64_t schedules = get (r);
          if (!r->has_failed)
            rp_outcomes_add (outcomes, key, name, site, hash, text, schedules);
          free (text);
        }
      free (name);
    }
}

static void
get_set (reader *r, rp_map *set, uint64_t *fresh, uint64_t *known)
{
  for (uint64_t i = 0, count = get (r); i < count && !r->has_failed; i++)
    {
      bool is_new;
      rp_map_insert (set, get (r), &is_new);
      *(is_new ? fresh : known) += 1;
    }
}

bool
rp_results_read (rp_exploration *e, size_t part, const char *text, size_t length)
{
  reader r = { text, text + length, false };
  rp_search_counts *counts = &e->search.counts;
  uint64_t ignored = 0;
  get_counts (&r, counts);
  get_flags (&r, e);
  get_discoveries (&r, e, part);
  get_outcomes (&r, &e->outcomes);
  get_set (&r, &e->search.traces, &counts->traces, &counts->duplicates);
  get_set (&r, &e->search.states, &counts->states, &ignored);
  return !r.has_failed && r.at == r.end;
}
