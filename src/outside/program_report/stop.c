/* Reports why the program ended early: a deadlock, misuse of a construct, a signal, exit. */
#include "base/strbuf.h"
#include "outside/program_report/openmp.h"
#include "outside/program_report/program_report.h"
#include "report/phrase.h"

rp_place
rp_program_wait_place (rp_describer *describer, const rp_wait_row *row, rp_place at)
{
  rp_program_reader *reader = (rp_program_reader *) describer;
  rp_place region = { 0 };
  if (reader->report->openmp && !reader->keeps_places && row->reason == RP_WAIT_FINISH
      && row->other_count)
    region = rp_program_openmp_region (reader, row->others[0]);
  return region.line ? region : at;
}

static void
add_deadlock (rp_program_reader *reader, const rp_fact_stop *stop)
{
  rp_finding finding = rp_describe_deadlock (&reader->describer, stop->waits, stop->wait_count);
  finding.words = rp_program_words (reader);
  rp_report_add (reader->report, &finding);
}

static void
add_at (rp_program_reader *reader, uint32_t task, const rp_fact_stack *stack, rp_rule rule,
        const char *message)
{
  rp_finding finding = { .rule = rule, .message = message, .count = 1, .access_count = 1 };
  finding.accesses[0] = rp_describe_access (&reader->describer, task, stack->site);
  rp_report_add (reader->report, &finding);
}

/* Returns WHAT with the place of STOP: "tasks are nested too deep. At f.c:12 in f". Returns WHAT alone if that
 * place has no line. */
static const char *
describe_place (rp_program_reader *reader, const rp_fact_stop *stop, const char *what)
{
  rp_access_ref place = rp_describe_access (&reader->describer, stop->task, stop->stack.site);
  if (!place.at.line)
    return what;
  const char *function = rp_access_function_name (&place);
  return rp_arena_format (reader->arena, "%s At %s:%u%s%s", what, place.at.file, place.at.line,
                          function ? " in " : "", function ? function : "");
}

/* Returns WHAT with the task and place of STOP: "the program called exit in task 3 at f.c:12". The rest of the program
 * was not executed, so it was not checked. */
static const char *
describe_end (rp_program_reader *reader, const rp_fact_stop *stop, const char *what)
{
  rp_access_ref place = rp_describe_access (&reader->describer, stop->task, stop->stack.site);
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, what);
  if (place.task.id)
    {
      rp_strbuf_add (&text, " in ");
      rp_phrase_task_name (&text, &place.task);
    }
  if (place.at.line)
    rp_strbuf_format (&text, " at %s:%u", place.at.file, place.at.line);
  const char *kept = rp_arena_copy (reader->arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return kept;
}

/* Adds the incidents of an explored program: one schedule may show several. */
static void
add_incidents (rp_program_reader *reader)
{
  for (uint32_t i = 0; i < reader->facts.incident_count; i++)
    {
      const rp_fact_incident *row = &reader->facts.incidents[i];
      add_at (reader, row->task, &row->stack, row->rule, row->message);
    }
}

static void
add_at_stop (rp_program_reader *reader, rp_rule rule, const char *otherwise)
{
  const rp_fact_stop *stop = &reader->facts.stop;
  add_at (reader, stop->task, &stop->stack, rule, *stop->message ? stop->message : otherwise);
}

void
rp_program_add_stop (rp_program_reader *reader, rp_program_result *result)
{
  const rp_fact_stop *stop = &reader->facts.stop;
  const char *message = stop->message;
  result->is_replaced = stop->ending == RP_RUN_END_EXEC;
  add_incidents (reader);
  switch (stop->ending)
    {
    case RP_RUN_END_NORMAL:
    case RP_RUN_END_RACE: /* reported as a finding, and by stopped_early */
    case RP_RUN_END_COUNT:
      break;
    case RP_RUN_END_DEADLOCK:
      add_deadlock (reader, stop);
      break;
    case RP_RUN_END_MISUSE:
      add_at_stop (reader, RP_RULE_MISUSE, "misuse of a construct");
      break;
    case RP_RUN_END_SIGNAL:
      result->signal = stop->signal;
      add_at_stop (reader, RP_RULE_CRASH, "the program was ended by a signal");
      reader->report->incomplete = "what came after it was not checked";
      break;
    case RP_RUN_END_LIMIT:
      reader->report->incomplete = describe_place (reader, stop, message);
      break;
    case RP_RUN_END_EXIT_IN_TASK:
    case RP_RUN_END_EXEC:
      reader->report->incomplete
        = describe_end (reader, stop, *message ? message : "the program called exit");
      break;
    case RP_RUN_END_MEMORY_LIMIT:
    case RP_RUN_END_ENGINE:
    case RP_RUN_END_INTERRUPTED:
      reader->report->incomplete = *message ? message : rp_run_end_name (stop->ending);
      break;
    }
}
