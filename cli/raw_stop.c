/* Why the program ended before its end: a deadlock, misuse of a construct, a signal, exit. */
#include "base/strbuf.h"
#include "raw.h"
#include "raw_openmp.h"

#include <string.h>

static const char *
copy (rp_raw *raw, const char *text)
{
  return rp_arena_copy (raw->arena, text, strlen (text));
}

static uint32_t
task_of (const json_t *row)
{
  return (uint32_t) rp_raw_number (row, "task");
}

static void
add_deadlock (rp_raw *raw, const json_t *stop)
{
  const json_t *rows = json_object_get (stop, "waiting");
  size_t count = json_array_size (rows);
  rp_finding finding = { .rule = RP_RULE_DEADLOCK, .count = 1, .waiting_count = (uint32_t) count };
  finding.message = rp_arena_format (raw->arena, "deadlock: %zu task%s, and no task can go on",
                                     count, count == 1 ? " waits" : "s wait");
  finding.waiting = rp_arena_alloc (raw->arena, count * sizeof *finding.waiting);
  for (size_t i = 0; i < count; i++)
    {
      const json_t *row = json_array_get (rows, i);
      rp_access_ref place = rp_raw_place (raw, task_of (row), row);
      rp_place region = rp_raw_openmp_awaited_region (raw, rp_raw_text (row, "what"));
      place.at = region.line && !raw->keeps_places ? region : place.at;
      finding.waiting[i]
        = (rp_waiting) { place.task, place.at,
                         copy (raw, rp_raw_openmp_reword (raw, rp_raw_text (row, "what"))) };
      /* the innermost waiting task says most: the last created */
      finding.accesses[0] = place;
      finding.access_count = 1;
    }
  rp_report_add (raw->report, &finding);
}

static void
add_at (rp_raw *raw, const json_t *stop, rp_rule rule, const char *message)
{
  rp_finding finding = { .rule = rule, .message = message, .count = 1, .access_count = 1 };
  finding.accesses[0] = rp_raw_place (raw, task_of (stop), stop);
  rp_report_add (raw->report, &finding);
}

/* "tasks are nested ... deep ... at f.c:12 in f". */
static const char *
describe_place (rp_raw *raw, const json_t *stop, const char *what)
{
  rp_access_ref place = rp_raw_place (raw, task_of (stop), stop);
  if (!place.at.line)
    return what;
  const char *function = rp_access_function_name (&place);
  return rp_arena_format (raw->arena, "%s At %s:%u%s%s", what, place.at.file, place.at.line,
                          function ? " in " : "", function ? function : "");
}

/* "the program called exit in task 3 (f.c:12)": what was not executed was not checked. */
static const char *
describe_end (rp_raw *raw, const json_t *stop, const char *what)
{
  rp_access_ref place = rp_raw_place (raw, task_of (stop), stop);
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, what);
  if (place.task.id && place.task.name)
    rp_strbuf_format (&text, " in %s", place.task.name);
  else if (place.task.id)
    rp_strbuf_format (&text, " in task %u", place.task.id);
  if (place.at.line)
    rp_strbuf_format (&text, " at %s:%u", place.at.file, place.at.line);
  const char *kept = copy (raw, rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
  return kept;
}

/* Of a program that was explored: one schedule may show several. */
static void
add_incidents (rp_raw *raw)
{
  const json_t *rows = json_object_get (raw->root, "incidents");
  for (size_t i = 0; i < json_array_size (rows); i++)
    {
      const json_t *row = json_array_get (rows, i);
      rp_rule rule = (rp_rule) rp_raw_number (row, "rule");
      if (rp_rule_find (rule))
        add_at (raw, row, rule, copy (raw, rp_raw_text (row, "message")));
    }
}

void
rp_raw_add_stop (rp_raw *raw, rp_raw_result *result)
{
  const json_t *stop = json_object_get (raw->root, "stop");
  const char *kind = rp_raw_text (stop, "kind");
  const char *message = copy (raw, rp_raw_text (stop, "message"));
  result->is_replaced = !strcmp (kind, "exec");
  add_incidents (raw);
  if (!strcmp (kind, "deadlock"))
    add_deadlock (raw, stop);
  else if (!strcmp (kind, "misuse"))
    add_at (raw, stop, RP_RULE_MISUSE, *message ? message : "misuse of a construct");
  else if (!strcmp (kind, "signal"))
    {
      result->signal = (int) rp_raw_number (stop, "signal");
      add_at (raw, stop, RP_RULE_CRASH, *message ? message : "the program was ended by a signal");
      raw->report->incomplete = "what came after it was not checked";
    }
  else if (!strcmp (kind, "limit"))
    raw->report->incomplete = describe_place (raw, stop, message);
  else if (!strcmp (kind, "exit-in-task") || !strcmp (kind, "exec"))
    raw->report->incomplete
      = describe_end (raw, stop, *message ? message : "the program called exit");
  else if (*kind && strcmp (kind, "race")) /* that is a finding, and stopped_early */
    raw->report->incomplete = *message ? message : copy (raw, kind);
}
