#include "command/suggest.h"

#include "lang/annotate.h"

#include <ctype.h>
#include <string.h>

typedef RP_VEC (rp_uncovered) uncovered_list;

static void
add_uncovered (uncovered_list *list, uint32_t site, bool is_write)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].site == site && list->items[i].is_write == is_write)
      return;
  RP_VEC_PUSH (list, (rp_uncovered) { site, is_write });
}

static void
list_uncovered (const rp_trace *trace, uncovered_list *list)
{
  for (size_t i = 0; i < trace->seen_races.count; i++)
    for (int side = 0; side < 2; side++)
      if (trace->seen_races.items[i].is_bare[side])
        add_uncovered (list, trace->seen_races.items[i].sites[side],
                       trace->seen_races.items[i].writes[side]);
}

static void
suggest_in_model (const rp_model *model, const rp_search *search, rp_report *report)
{
  uncovered_list list = { 0 };
  list_uncovered (&search->trace, &list);
  list_uncovered (&search->trial_trace, &list);
  rp_annotate (model->program, list.items, list.count, report);
  RP_VEC_CLEAR (&list);
}

/* ---- compiled programs ---- */

/* Returns whether NAME can stand in the source: `x`, `p->row[3].x`; not `heap block`. */
static bool
is_expression (const char *name)
{
  if (!name || !(isalpha ((unsigned char) *name) || *name == '_'))
    return false;
  for (const char *c = name; *c; c++)
    if (!isalnum ((unsigned char) *c) && !strchr ("_.[]->", *c))
      return false;
  return true;
}

static const char *
permission_region_text (rp_arena *arena, const rp_finding *finding, uint32_t size, bool writes)
{
  const char *verb = writes ? "rp_writing" : "rp_reading", *name = finding->object.name;
  if (is_expression (name))
    return rp_arena_format (arena, "%s (&%s, sizeof %s)", verb, name, name);
  return rp_arena_format (arena, "%s (ADDRESS, %u)", verb, size ? size : 1);
}

/* Adds to REPORT a suggestion for ACCESS, unless there is one for the same object (or, without a name, for an
 * object of the same size) on the same line. If the known suggestion is for reading and WRITES is true, changes it
 * to one for writing. */
static void
add_suggestion (rp_report *report, const rp_finding *finding, const rp_access_ref *access,
                bool writes)
{
  rp_arena *arena = &report->arena;
  const char *reading = permission_region_text (arena, finding, access->size, false);
  const char *writing = permission_region_text (arena, finding, access->size, true);
  for (size_t i = 0; i < report->suggestions.count; i++)
    {
      rp_suggestion *known = &report->suggestions.items[i];
      if (known->at.line != access->at.line || strcmp (known->at.file, access->at.file)
          || (strcmp (known->before, reading) && strcmp (known->before, writing)))
        continue;
      if (writes)
        known->before = writing;
      return;
    }
  RP_VEC_PUSH (&report->suggestions,
               (rp_suggestion) { .at = access->at, .before = writes ? writing : reading });
}

/* Adds the suggestions for SEEN_RACE, whose lines are LINES, if FINDING has the same lines: the two are then taken
 * for one race. Adds nothing if a line is unknown (0). SEEN_RACE has only numbers; the names come from FINDING. */
static void
suggest_for (const rp_seen_race *seen_race, const uint32_t lines[2], const rp_finding *finding,
             rp_report *report)
{
  const rp_access_ref *sides = finding->accesses;
  for (int turned = 0; turned < 2; turned++)
    if (lines[0] && lines[1] && sides[turned].at.line == lines[0]
        && sides[!turned].at.line == lines[1])
      {
        if (seen_race->is_bare[0])
          add_suggestion (report, finding, &sides[turned], seen_race->writes[0]);
        if (seen_race->is_bare[1])
          add_suggestion (report, finding, &sides[!turned], seen_race->writes[1]);
        return;
      }
}

static void
suggest_in_program (rp_search *search, const rp_trace *trace, rp_report *report)
{
  rp_namer *namer = search->subject->namer (search->subject);
  for (size_t i = 0; i < trace->seen_races.count; i++)
    {
      rp_arena arena = { 0 };
      const rp_seen_race *seen_race = &trace->seen_races.items[i];
      uint32_t lines[2];
      for (int side = 0; side < 2; side++)
        lines[side] = namer->site (namer, &arena, seen_race->sites[side]).place.line;
      for (size_t k = 0; k < report->findings.count; k++)
        if (report->findings.items[k].rule == RP_RULE_RACE)
          suggest_for (seen_race, lines, &report->findings.items[k], report);
      rp_arena_clear (&arena);
    }
}

/* First runs the schedules of all discoveries again. Other processes may have made some of the discoveries; the
 * search of this process has not seen the races of these yet. */
void
rp_suggest (const rp_model *model, rp_exploration *exploration, rp_report *report)
{
  rp_search *search = &exploration->search;
  rp_run_result result;
  for (size_t i = 0; i < exploration->discoveries.count; i++)
    rp_search_retrace (search, &exploration->discoveries.items[i].script, &result);
  if (!model->is_compiled)
    suggest_in_model (model, search, report);
  else
    {
      suggest_in_program (search, &search->trace, report);
      suggest_in_program (search, &search->trial_trace, report);
    }
}
