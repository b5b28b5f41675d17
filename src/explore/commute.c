#include "explore/commute.h"

enum
{
  MAX_TESTS = 4 /* tests for each pair of sites */
};

bool
rp_commute_is_declared (const rp_footprints *footprints, rp_footprint a, rp_footprint b)
{
  size_t count_a, count_b;
  const rp_touch *of_a = rp_footprints_get (footprints, a, &count_a);
  const rp_touch *of_b = rp_footprints_get (footprints, b, &count_b);
  for (size_t i = 0; i < count_a; i++)
    for (size_t k = 0; k < count_b && of_a[i].commutes; k++)
      if (of_b[k].commutes && of_a[i].space == of_b[k].space
          && (of_a[i].is_write || of_b[k].is_write) && of_a[i].base < of_b[k].end
          && of_b[k].base < of_a[i].end)
        return true;
  return false;
}

static void
add_pick (rp_answers *script, const rp_event *event)
{
  RP_VEC_PUSH (&script->picks, event->task);
  RP_VEC_PUSH (&script->steps, (rp_search_step) { .task = event->task, .site = event->site });
}

/* Fills SCRIPT with a schedule that ends with the events I and J, one right after the other. script->steps has first
 * the choices (only their order within a task matters); then the picks before I; the picks between I and J that do not
 * come after I; I and J. */
static void
write_script (rp_search *search, size_t i, size_t j, rp_answers *script)
{
  const rp_trace *trace = &search->trace;
  rp_search_script (search, script);
  size_t choices = 0;
  for (size_t k = 0; k < script->steps.count; k++)
    if (script->steps.items[k].is_choice)
      script->steps.items[choices++] = script->steps.items[k];
  script->steps.count = choices;
  script->picks.count = 0;
  for (size_t k = 0; k < j; k++)
    if (k < i || (k > i && !rp_trace_before (trace, i, k)))
      add_pick (script, &trace->events.items[k]);
  add_pick (script, &trace->events.items[i]);
  add_pick (script, &trace->events.items[j]);
}

static void
swap_last (rp_answers *script)
{
  uint32_t *last = &script->picks.items[script->picks.count - 1];
  uint32_t task = last[0];
  last[0] = last[-1];
  last[-1] = task;
}

bool
rp_commute_gives_same_values (rp_search *search, const rp_answers *script)
{
  rp_answers copy = { .picks = { 0 }, .choices = script->choices };
  rp_run_result result;
  uint64_t states[2];
  bool can_go = true;
  for (size_t i = 0; i < script->picks.count; i++)
    RP_VEC_PUSH (&copy.picks, script->picks.items[i]);
  for (int i = 0; i < 2; i++)
    {
      can_go = can_go && rp_search_try_result (search, &copy, &result) && result.has_state
               && result.stop.stop != RP_STOP_MISUSE;
      states[i] = can_go ? result.state : 0;
      swap_last (&copy);
    }
  RP_VEC_CLEAR (&copy.picks);
  return !can_go || states[0] == states[1];
}

static bool
test_pair (rp_commute *commute, rp_search *search, size_t i, size_t j, rp_clash *clash,
           rp_answers *script)
{
  const rp_event *first = &search->trace.events.items[i], *second = &search->trace.events.items[j];
  uint32_t low = first->site < second->site ? first->site : second->site;
  uint32_t high = first->site < second->site ? second->site : first->site;
  uint64_t *tried = rp_map_insert (&commute->tried, (uint64_t) low << 32 | high, NULL);
  if (*tried >= MAX_TESTS)
    return false;
  ++*tried;
  *clash = (rp_clash) { { first->site, second->site }, second->task };
  rp_answers_clear (script);
  *script = (rp_answers) { 0 };
  write_script (search, i, j, script);
  return !rp_commute_gives_same_values (search, script);
}

static bool
test_pairs (rp_commute *commute, rp_search *search, rp_clash *clash, rp_answers *script)
{
  const rp_trace *trace = &search->trace;
  for (size_t j = 1; j < trace->count; j++)
    for (size_t i = j; i-- > 0;)
      {
        const rp_event *first = &trace->events.items[i], *second = &trace->events.items[j];
        if (first->task != second->task && first->site && second->site && !first->writes_outside
            && !second->writes_outside && !rp_trace_before (trace, i, j)
            && rp_commute_is_declared (&search->footprints, first->footprint, second->footprint)
            && test_pair (commute, search, i, j, clash, script))
          return true;
      }
  return false;
}

/* Saves and restores search->waiting, the tasks that wait at the end of the last execution: the test runs change
 * this list, and plan.c needs it afterwards. */
bool
rp_commute_test (rp_commute *commute, rp_search *search, rp_clash *clash, rp_answers *script)
{
  RP_VEC (rp_blocked) waiting = { 0 };
  if (!search->result.has_state)
    return false;
  for (size_t i = 0; i < search->waiting.count; i++)
    RP_VEC_PUSH (&waiting, search->waiting.items[i]);
  bool clashes = test_pairs (commute, search, clash, script);
  search->waiting.count = 0;
  for (size_t i = 0; i < waiting.count; i++)
    RP_VEC_PUSH (&search->waiting, waiting.items[i]);
  RP_VEC_CLEAR (&waiting);
  return clashes;
}

void
rp_commute_clear (rp_commute *commute)
{
  rp_map_clear (&commute->tried);
}
