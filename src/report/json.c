/* The native form, `"schema": "raceproof-report/1"`. Within /1 keys are added, never renamed. */
#include "base/json.h"

#include "core/finding/proof.h"
#include "report/phrase.h"
#include "report/report.h"
#include "report/sources.h"

#include <string.h>

#define SCHEMA "raceproof-report/1"

/* Writes the span of PLACE, or null if the place is unknown. */
static void
write_span (rp_json *json, const char *key, const rp_place *place)
{
  if (!place->line)
    {
      rp_json_null (json, key);
      return;
    }
  rp_json_object (json, key);
  rp_json_string (json, "file", place->file);
  rp_json_number (json, "line", place->line);
  rp_json_number (json, "column", place->column);
  rp_json_number (json, "endLine", place->end_line ? place->end_line : place->line);
  rp_json_number (json, "endColumn", place->end_column ? place->end_column : place->column);
  rp_json_object_end (json);
}

static void
write_stack (rp_json *json, const char *key, const rp_frame *frames, uint32_t count)
{
  rp_json_array (json, key);
  for (uint32_t i = 0; i < count; i++)
    {
      rp_json_object (json, NULL);
      rp_json_string (json, "function", frames[i].function);
      write_span (json, "at", &frames[i].at);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

/* Writes the name of TASK with its origin: "iteration 7 of the loop at line 30". */
static void
write_words (rp_json *json, const rp_task_ref *task)
{
  rp_strbuf text = { 0 };
  rp_phrase_task_with_origin (&text, task, task->created.file);
  rp_json_string (json, "words", rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
}

static void
write_task (rp_json *json, const char *key, const rp_task_ref *task)
{
  rp_json_object (json, key);
  rp_json_number (json, "id", task->id);
  rp_json_string (json, "kind", task->construct);
  rp_json_string (json, "binding", task->binding ? task->binding : "");
  write_span (json, "created", &task->created);
  if (task->label)
    rp_json_string (json, "label", task->label);
  if (task->folded)
    rp_json_bool (json, "folded", true);
  if (rp_task_is_of_openmp (task))
    write_words (json, task);
  if (task->frame_count)
    write_stack (json, "stack", task->frames, task->frame_count);
  rp_json_object_end (json);
}

static void
write_tasks (rp_json *json, const char *key, const rp_task_ref *tasks, uint32_t count)
{
  rp_json_array (json, key);
  for (uint32_t i = 0; i < count; i++)
    write_task (json, NULL, &tasks[i]);
  rp_json_array_end (json);
}

/* Writes an access. `file`, `line` and `function` repeat the values in `at` and `stack`, for tools that only read a
 * line number. */
static void
write_access (rp_json *json, const rp_finding *finding, const rp_access_ref *access)
{
  bool has_direction = rp_finding_is_access (finding);
  rp_json_object (json, NULL);
  rp_json_number (json, "task", access->task.id);
  rp_json_string (json, "op", !has_direction ? NULL : access->is_write ? "write" : "read");
  rp_json_number (json, "step", access->step);
  rp_json_string (json, "file", access->at.file);
  rp_json_number (json, "line", access->at.line);
  rp_json_string (json, "function", rp_access_function_name (access));
  write_span (json, "at", &access->at);
  if (access->size)
    rp_json_number (json, "size", access->size);
  if (access->label)
    rp_json_string (json, "label", access->label);
  if (access->section_count)
    {
      rp_strbuf text = { 0 };
      rp_phrase_sections (&text, access, finding->words);
      rp_json_string (json, "isolated", text.text);
      rp_strbuf_clear (&text);
    }
  if (access->is_free)
    rp_json_bool (json, "free", true);
  write_task (json, "by", &access->task);
  write_tasks (json, "ancestors", access->ancestors, access->ancestor_count);
  write_stack (json, "stack", access->frames, access->frame_count);
  rp_json_object_end (json);
}

static void
write_object (rp_json *json, const rp_finding *finding)
{
  const rp_object_ref *object = &finding->object;
  if (!object->name)
    {
      rp_json_null (json, "object");
      return;
    }
  rp_json_object (json, "object");
  rp_json_string (json, "name", object->name);
  rp_json_string (json, "storage", rp_storage_name (object->storage));
  if (object->size)
    rp_json_number (json, "size", object->size);
  write_span (json, "declared", &object->declared);
  if (rp_object_has_details (object))
    {
      rp_strbuf text = { 0 };
      rp_phrase_object (&text, object, NULL);
      rp_json_string (json, "text", text.text);
      rp_strbuf_clear (&text);
    }
  if (object->allocated_count)
    write_stack (json, "allocated", object->allocated, object->allocated_count);
  rp_json_object_end (json);
}

static void
write_order (rp_json *json, const rp_finding *finding)
{
  const rp_order *order = finding->order;
  rp_strbuf text = { 0 };
  if (!order)
    {
      rp_json_null (json, "order");
      return;
    }
  rp_json_object (json, "order");
  write_task (json, "ancestor", &order->ancestor);
  rp_json_array (json, "paths");
  for (int side = 0; side < 2; side++)
    write_tasks (json, NULL, order->paths[side], order->path_count[side]);
  rp_json_array_end (json);
  rp_phrase_meeting (&text, order);
  rp_json_string (json, "join", text.text);
  write_span (json, "joined", &order->met);
  rp_strbuf_clear (&text);
  rp_phrase_missing_order (&text, finding);
  rp_json_string (json, "missing", text.text);
  rp_strbuf_clear (&text);
  rp_json_object_end (json);
}

static void
write_waiting (rp_json *json, const rp_finding *finding)
{
  rp_strbuf what = { 0 };
  rp_json_array (json, "waiting");
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    {
      rp_json_object (json, NULL);
      write_task (json, "task", &finding->waiting[i].task);
      rp_phrase_wait (&what, &finding->waiting[i], finding->words);
      rp_json_string (json, "what", what.text);
      rp_strbuf_clear (&what);
      write_span (json, "at", &finding->waiting[i].at);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

static void
write_rule (rp_json *json, int rule)
{
  char text[16];
  snprintf (text, sizeof text, "RP%03d", rule);
  rp_json_string (json, "rule", text);
}

/* Writes how many complete schedules showed FINDING, if any did, and the witness of FINDING. The witness is an object
 * if a complete schedule showed FINDING, or if FINDING has a witness file; otherwise it is null. Verbs other than
 * explore set neither, so their findings have null. In the object, `file' is the name of the witness file, or null if
 * the user asked for no files. `confirmed' is always true, because the exploration has run the schedule again. */
static void
write_witness (rp_json *json, const rp_finding *finding)
{
  if (finding->schedules)
    rp_json_number (json, "schedules", finding->schedules);
  if (!finding->schedules && !finding->witness)
    {
      rp_json_null (json, "witness");
      return;
    }
  rp_json_object (json, "witness");
  rp_json_string (json, "file", finding->witness);
  rp_json_bool (json, "confirmed", true);
  rp_json_object_end (json);
}

static void
write_edits (rp_json *json, const rp_edit *edits, size_t count)
{
  rp_json_array (json, "edits");
  for (size_t i = 0; i < count; i++)
    {
      rp_json_object (json, NULL);
      write_span (json, "at", &edits[i].at);
      rp_json_string (json, "insert", edits[i].insert);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

/* Writes the hints of `help` one by one, each with its edits of the source. Each hint alone mends the finding. */
static void
write_fixes (rp_json *json, const rp_finding *finding)
{
  if (!finding->fix_count)
    return;
  rp_json_array (json, "fixes");
  for (uint32_t i = 0; i < finding->fix_count; i++)
    {
      rp_json_object (json, NULL);
      rp_json_string (json, "text", finding->fixes[i].text);
      write_edits (json, finding->fixes[i].edits, finding->fixes[i].edit_count);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

static void
write_note (rp_json *json, const rp_finding *finding)
{
  rp_strbuf text = { 0 };
  rp_phrase_note (&text, finding);
  rp_json_string (json, "note", text.text);
  rp_strbuf_clear (&text);
}

static void
write_finding (rp_json *json, const rp_finding *finding, rp_sources *sources)
{
  char id[17];
  rp_finding_identify (finding, sources, id);
  const rp_rule_text *rule = rp_rule_find (finding->rule);
  rp_json_object (json, NULL);
  rp_json_string (json, "id", id);
  write_rule (json, (int) finding->rule);
  rp_json_string (json, "name", rule ? rule->name : NULL);
  rp_json_string (json, "certainty", rp_certainty_name (finding->certainty));
  rp_json_string (json, "kind", finding->kind);
  rp_json_number (json, "count", finding->count);
  rp_strbuf headline = { 0 };
  rp_phrase_headline (&headline, finding);
  rp_json_string (json, "message", finding->message ? finding->message : headline.text);
  rp_strbuf_clear (&headline);
  write_object (json, finding);
  rp_json_array (json, "accesses");
  for (uint32_t i = 0; i < finding->access_count; i++)
    write_access (json, finding, &finding->accesses[i]);
  rp_json_array_end (json);
  write_order (json, finding);
  if (finding->waiting_count)
    write_waiting (json, finding);
  if (finding->by_default_schedule)
    rp_json_bool (json, "by_default_schedule", true);
  write_note (json, finding);
  rp_json_string (json, "help", finding->help);
  write_fixes (json, finding);
  write_witness (json, finding);
  if (finding->suppression)
    rp_json_string (json, "suppression", finding->suppression);
  rp_json_object_end (json);
}

/* Writes the scope of a verdict about an OpenMP program: `threads` are the sizes of the smallest and of the largest
 * team. */
static void
write_openmp (rp_json *json, const rp_openmp_scope *openmp)
{
  rp_json_object (json, "openmp");
  rp_json_array (json, "threads");
  for (int i = 0; i < 2 && openmp->most; i++)
    rp_json_number (json, NULL, i ? openmp->most : openmp->least);
  rp_json_array_end (json);
  rp_json_string (json, "threads_by", openmp->threads_by);
  rp_json_string (json, "loops", openmp->loops);
  rp_json_bool (json, "together", openmp->together);
  rp_json_bool (json, "grouped", openmp->grouped);
  rp_json_object_end (json);
}

static void
write_limits (rp_json *json, const rp_report *report)
{
  size_t count = rp_phrase_limit_count (report);
  if (!count)
    return;
  rp_json_array (json, "limits");
  for (size_t i = 0; i < count; i++)
    {
      rp_strbuf text = { 0 };
      rp_phrase_limit (&text, report, i);
      rp_json_string (json, NULL, text.text);
      rp_strbuf_clear (&text);
    }
  rp_json_array_end (json);
}

static void
write_texts (rp_json *json, const char *key, const char *const *texts, size_t count)
{
  if (!count)
    return;
  rp_json_array (json, key);
  for (size_t i = 0; i < count; i++)
    rp_json_string (json, NULL, texts[i]);
  rp_json_array_end (json);
}

static void
write_scope (rp_json *json, const rp_report *report)
{
  rp_json_object (json, "scope");
  rp_json_string (json, "text", rp_phrase_scope (report));
  rp_json_string (json, "method", report->method);
  rp_json_string (json, "engine", report->engine);
  rp_json_bool (json, "onTheFly", report->on_the_fly);
  rp_json_string (json, "program", report->program);
  rp_json_string (json, "input", report->input ? report->input : "");
  rp_json_string (json, "schedule", report->schedule);
  rp_json_number (json, "schedules", report->stats.schedules);
  if (report->stats.states)
    rp_json_number (json, "states", report->stats.states);
  if (report->relies_on)
    rp_json_string (json, "relies_on", report->relies_on);
  rp_json_string (json, "bound", rp_phrase_is_explored (report) ? report->incomplete : NULL);
  if (report->openmp)
    write_openmp (json, report->openmp);
  write_texts (json, "unseen", report->unseen.items, report->unseen.count);
  write_limits (json, report);
  rp_json_object_end (json);
}

static void
write_dependences (rp_json *json, const rp_report *report)
{
  rp_strbuf what = { 0 };
  rp_json_array (json, "dependences");
  for (size_t i = 0; i < report->dependences.count; i++)
    {
      const rp_dependence *dependence = &report->dependences.items[i];
      rp_json_object (json, NULL);
      rp_phrase_dependence (&what, dependence);
      rp_json_string (json, "what", what.text);
      rp_strbuf_clear (&what);
      write_span (json, "at", &dependence->at);
      write_span (json, "other", &dependence->other);
      if (rp_dependence_is_deadlock (dependence))
        rp_json_bool (json, "deadlock", true);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

static void
write_suggestions (rp_json *json, const rp_report *report)
{
  if (!report->suggestions.count)
    return;
  rp_json_array (json, "suggestions");
  for (size_t i = 0; i < report->suggestions.count; i++)
    {
      const rp_suggestion *suggestion = &report->suggestions.items[i];
      rp_json_object (json, NULL);
      write_rule (json, RP_RULE_UNCOVERED_SHARING);
      write_span (json, "at", &suggestion->at);
      rp_json_string (json, "before", suggestion->before);
      rp_json_string (json, "after", suggestion->after);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
  write_edits (json, report->edits.items, report->edits.count);
}

static void
write_warnings (rp_json *json, const rp_report *report)
{
  if (report->incomplete)
    rp_json_string (json, "incomplete", report->incomplete);
  if (!report->warnings.count)
    return;
  rp_json_array (json, "warnings");
  for (size_t i = 0; i < report->warnings.count; i++)
    rp_json_string (json, NULL, report->warnings.items[i]);
  rp_json_array_end (json);
}

static void
write_suppressed (rp_json *json, const rp_report *report, rp_sources *sources)
{
  if (!report->suppressed.count)
    return;
  rp_json_array (json, "suppressed");
  for (size_t i = 0; i < report->suppressed.count; i++)
    write_finding (json, &report->suppressed.items[i], sources);
  rp_json_array_end (json);
}

static void
write_values (rp_json *json, const char *key, const rp_named_value *values, uint32_t count)
{
  rp_json_object (json, key);
  for (uint32_t i = 0; i < count; i++)
    rp_json_integer (json, values[i].name, values[i].value);
  rp_json_object_end (json);
}

static void
write_proof_side (rp_json *json, const rp_proof_pair *pair, const rp_proof_side *side)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "op", side->is_write ? "write" : "read");
  rp_json_string (json, "text", side->text);
  rp_json_string (json, "instance", side->instance);
  write_span (json, "at", &side->at);
  if (pair->has_values)
    write_values (json, "iterators", side->iterators, side->iterator_count);
  rp_json_object_end (json);
}

static void
write_proof_phase (rp_json *json, const rp_proof_phase *phase)
{
  rp_json_object (json, NULL);
  write_span (json, "clock", &phase->clock);
  rp_json_array (json, "phi");
  for (int i = 0; i < 2; i++)
    rp_json_string (json, NULL, phase->phases[i]);
  rp_json_array_end (json);
  rp_json_string (json, "where", phase->where);
  rp_json_string (json, "reason", phase->reason);
  rp_json_object_end (json);
}

static void
write_proof_note (rp_json *json, const char *key, const rp_proof_note *note)
{
  rp_json_object (json, key);
  rp_json_string (json, "text", note->text);
  rp_json_bool (json, "fatal", note->is_fatal);
  write_span (json, "at", &note->at);
  rp_json_object_end (json);
}

static void
write_proof_pair (rp_json *json, const rp_proof_pair *pair)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "status", rp_proof_status_name (pair->status));
  rp_json_string (json, "kind",
                  pair->sides[0].is_write && pair->sides[1].is_write ? "write-write"
                                                                     : "read-write");
  rp_json_string (json, "variable", pair->variable);
  rp_json_array (json, "accesses");
  for (int i = 0; i < 2; i++)
    write_proof_side (json, pair, &pair->sides[i]);
  rp_json_array_end (json);
  rp_json_string (json, "unordered", pair->unordered);
  rp_json_string (json, "domain", pair->domain);
  rp_json_array (json, "phases");
  for (size_t i = 0; i < pair->phases.count; i++)
    write_proof_phase (json, &pair->phases.items[i]);
  rp_json_array_end (json);
  rp_json_string (json, "engine", pair->engine);
  rp_json_string (json, "reason", pair->reason);
  if (pair->inexact)
    write_proof_note (json, "inexact", pair->inexact);
  if (pair->has_values)
    {
      write_values (json, "params", pair->params, pair->param_count);
      rp_json_string (json, "element", pair->element);
      if (pair->has_phase)
        rp_json_integer (json, "phase", pair->phase);
    }
  rp_json_object_end (json);
}

/* Writes a region. `pairs` and `approximations` each name a part of the report's list of that name: the index of the
 * region's first entry, and the number of its entries. */
static void
write_proof_region (rp_json *json, const rp_proof_region *region)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "function", region->function);
  rp_json_string (json, "construct", region->construct);
  write_span (json, "at", &region->at);
  rp_json_string (json, "verdict", rp_region_status_name (region->status));
  rp_json_string (json, "parameters", region->scope);
  rp_json_string (json, "reason", region->reason);
  rp_json_string (json, "assumption", region->assumption);
  rp_json_object (json, "pairs");
  rp_json_number (json, "first", region->first_pair);
  rp_json_number (json, "count", region->pair_count);
  rp_json_object_end (json);
  rp_json_object (json, "approximations");
  rp_json_number (json, "first", region->first_note);
  rp_json_number (json, "count", region->note_count);
  rp_json_object_end (json);
  rp_json_object_end (json);
}

/* Writes a proof. `candidates` counts the pairs before clocks refute any. */
static void
write_proof (rp_json *json, const rp_proof *proof)
{
  rp_json_object (json, "candidates");
  rp_json_number (json, "read_write", proof->read_write);
  rp_json_number (json, "write_write", proof->write_write);
  rp_json_number (json, "refuted", rp_proof_count (proof, RP_PROOF_REFUTED));
  rp_json_object_end (json);
  rp_json_array (json, "pairs");
  for (size_t i = 0; i < proof->pairs.count; i++)
    write_proof_pair (json, &proof->pairs.items[i]);
  rp_json_array_end (json);
  rp_json_array (json, "approximations");
  for (size_t i = 0; i < proof->notes.count; i++)
    write_proof_note (json, NULL, proof->notes.items[i]);
  rp_json_array_end (json);
  if (proof->regions.count)
    {
      rp_json_array (json, "regions");
      for (size_t i = 0; i < proof->regions.count; i++)
        write_proof_region (json, &proof->regions.items[i]);
      rp_json_array_end (json);
    }
  rp_json_object (json, "proof");
  rp_json_string (json, "parameters", proof->scope);
  rp_json_number (json, "statements", proof->statements);
  rp_json_number (json, "advances", proof->advances);
  rp_json_real (json, "candidate_seconds", proof->candidate_seconds);
  rp_json_real (json, "counting_seconds", proof->counting_seconds);
  rp_json_real (json, "solving_seconds", proof->solving_seconds);
  rp_json_real (json, "solver_seconds", proof->solver_seconds);
  rp_json_string (json, "solver", proof->solver);
  rp_json_number (json, "questions", proof->questions);
  rp_json_number (json, "unanswered", proof->failures);
  rp_json_object_end (json);
}

static void
write_stats (rp_json *json, const rp_stats *stats)
{
  rp_json_object (json, "stats");
  rp_json_number (json, "tasks", stats->tasks);
  rp_json_number (json, "nodes", stats->nodes);
  rp_json_number (json, "edges", stats->edges);
  rp_json_number (json, "accesses", stats->accesses);
  rp_json_number (json, "folded", stats->folded);
  rp_json_number (json, "schedules", stats->schedules);
  rp_json_real (json, "seconds", stats->seconds);
  rp_json_number (json, "peak_rss_kb", stats->peak_rss_kb);
  if (stats->strands)
    rp_json_number (json, "strands", stats->strands);
  if (stats->steps || stats->broken_off)
    {
      rp_json_number (json, "steps", stats->steps);
      rp_json_number (json, "broken_off", stats->broken_off);
    }
  if (stats->task_kb)
    rp_json_number (json, "task_kb", stats->task_kb);
  if (stats->shadow_kb)
    rp_json_number (json, "shadow_kb", stats->shadow_kb);
  rp_json_object_end (json);
}

/* Returns whether the verdict is final for all schedules of the input: it is race-free or findings, nothing was cut
 * short, and everything was seen. */
static bool
is_complete (const rp_report *report)
{
  rp_verdict verdict = rp_report_verdict (report);
  return (verdict == RP_VERDICT_RACE_FREE || verdict == RP_VERDICT_FINDINGS)
         && !report->stopped_early && !report->incomplete && !report->unseen.count;
}

void
rp_report_json (const rp_report *report, FILE *out)
{
  rp_json json = { .out = out };
  rp_sources sources = { .given = report->source };
  rp_json_object (&json, NULL);
  rp_json_string (&json, "schema", SCHEMA);
  rp_json_string (&json, "verdict", rp_verdict_name (rp_report_verdict (report)));
  rp_json_bool (&json, "complete", is_complete (report));
  write_scope (&json, report);
  rp_json_array (&json, "findings");
  for (size_t i = 0; i < report->findings.count; i++)
    write_finding (&json, &report->findings.items[i], &sources);
  rp_json_array_end (&json);
  write_suppressed (&json, report, &sources);
  if (report->left_out)
    rp_json_number (&json, "leftOut", report->left_out);
  write_dependences (&json, report);
  write_suggestions (&json, report);
  write_warnings (&json, report);
  if (report->proof)
    write_proof (&json, report->proof);
  write_stats (&json, &report->stats);
  rp_json_object_end (&json);
  rp_json_end (&json);
  rp_sources_clear (&sources);
}

static void
write_diagnostic (rp_json *json, const rp_diagnostic *diagnostic)
{
  rp_json_object (json, NULL);
  write_rule (json, (int) diagnostic->rule);
  rp_json_string (json, "message", diagnostic->message);
  write_span (json, "at", &diagnostic->at);
  rp_json_string (json, "label", diagnostic->label);
  write_span (json, "other", &diagnostic->other);
  rp_json_string (json, "otherLabel", diagnostic->other_label);
  rp_json_string (json, "help", diagnostic->help);
  if (diagnostic->cause)
    rp_json_string (json, "cause", diagnostic->cause);
  rp_json_object_end (json);
}

void
rp_diagnostics_json (const rp_diagnostics *diagnostics, FILE *out)
{
  rp_json json = { .out = out };
  rp_json_object (&json, NULL);
  rp_json_string (&json, "schema", SCHEMA);
  rp_json_string (&json, "verdict", rp_verdict_name (RP_VERDICT_ERROR));
  rp_json_bool (&json, "complete", false);
  rp_json_array (&json, "findings");
  rp_json_array_end (&json);
  rp_json_array (&json, "diagnostics");
  for (size_t i = 0; i < diagnostics->list.count; i++)
    write_diagnostic (&json, &diagnostics->list.items[i]);
  rp_json_array_end (&json);
  rp_json_object_end (&json);
  rp_json_end (&json);
}
