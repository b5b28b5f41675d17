#include "report/phrase.h"

#include <inttypes.h>
#include <string.h>

void
rp_phrase_task (rp_strbuf *out, const rp_task_ref *task)
{
  bool has_binding = task->binding && *task->binding;
  if (task->name)
    {
      rp_strbuf_add (out, task->name);
      return;
    }
  if (task->kind && !strcmp (task->kind, "instance"))
    {
      rp_strbuf_add (out, task->binding);
      return;
    }
  if (task->id == 0)
    rp_strbuf_add (out, "main");
  else
    rp_strbuf_format (out, "%s %u", task->folded ? "a task folded into" : "task", task->id);
  if (has_binding)
    rp_strbuf_format (out, " (%s)", task->binding);
}

void
rp_phrase_origin (rp_strbuf *out, const rp_task_ref *task, const char *home)
{
  const rp_place *place = &task->created;
  if (!place->line)
    return;
  if (place->file && home && !strcmp (place->file, home))
    rp_strbuf_format (out, " at line %u", place->line);
  else
    rp_strbuf_format (out, " at %s:%u", place->file ? place->file : "?", place->line);
}

void
rp_phrase_words (rp_strbuf *out, const rp_task_ref *task, const char *home)
{
  rp_phrase_task (out, task);
  if (!task->name)
    return;
  rp_strbuf_add (out, task->origin);
  rp_phrase_origin (out, task, home);
}

void
rp_phrase_creation (rp_strbuf *out, const rp_task_ref *task)
{
  if (task->name)
    rp_strbuf_add (out, task->name);
  else if (task->id == 0)
    rp_strbuf_add (out, "main");
  else if (!task->kind)
    rp_strbuf_format (out, "task %u", task->id);
  else if (strchr (task->kind, ' '))
    rp_strbuf_format (out, "%s (task %u)", task->kind, task->id);
  else
    rp_strbuf_format (out, "%s %u", task->kind, task->id);
}

void
rp_phrase_place (rp_strbuf *out, const rp_place *place, const char *home)
{
  if (place->file && (!home || strcmp (place->file, home)))
    rp_strbuf_format (out, "%s:", place->file);
  rp_strbuf_format (out, "%u", place->line);
  if (place->column)
    rp_strbuf_format (out, ":%u", place->column);
}

/* "lock `l`", "a lock": held, where sections are entered. */
static bool
is_lock (const char *section)
{
  return !strncmp (section, "lock ", 5) || !strncmp (section, "a lock", 6);
}

void
rp_phrase_deed (rp_strbuf *out, const rp_access_ref *access, bool past)
{
  static const char *const verbs[2][2] = { { "reads", "read" }, { "writes", "wrote" } };
  if (access->is_free)
    rp_strbuf_add (out, past ? "freed it" : "frees it");
  else if (access->is_acquire)
    rp_strbuf_format (out, "%s it to %s", past ? "acquired" : "acquires",
                      access->is_write ? "write" : "read");
  else
    rp_strbuf_add (out, verbs[access->is_write][past]);
  if (access->size && !access->is_free)
    rp_strbuf_format (out, " %u byte%s", access->size, access->size == 1 ? "" : "s");
  if (access->at_frame)
    rp_strbuf_format (out, " in `%s`", access->frames[access->at_frame - 1].function);
  if (access->label)
    rp_strbuf_format (out, " at %s", access->label);
  if (access->isolated)
    rp_strbuf_format (out, " %s %s", is_lock (access->isolated) ? "holding" : "inside",
                      access->isolated);
  if (access->step)
    rp_strbuf_format (out, ", step %" PRIu64, access->step);
}

void
rp_phrase_object (rp_strbuf *out, const rp_object_ref *object, const char *home)
{
  if (object->storage)
    rp_strbuf_format (out, "%s ", object->storage);
  rp_strbuf_format (out, "`%s`", object->name);
  if (object->size)
    rp_strbuf_format (out, ", %u byte%s", object->size, object->size == 1 ? "" : "s");
  if (object->declared.line)
    {
      bool is_declared = !object->storage || strncmp (object->storage, "undeclared", 10);
      rp_strbuf_add (out, is_declared ? ", declared at " : ", first used at ");
      rp_phrase_place (out, &object->declared, home);
    }
}

void
rp_phrase_headline (rp_strbuf *out, const rp_finding *finding)
{
  const rp_rule_text *rule = rp_rule_find (finding->rule);
  const char *message = finding->message ? finding->message : rule ? rule->title : "finding";
  if (finding->certainty == RP_POSSIBLE && strncmp (message, "possible", 8))
    rp_strbuf_add (out, "possible ");
  rp_strbuf_add (out, message);
}

/* The plural of the noun that ends or, in "misuse of a construct", begins a rule's title. */
static void
add_plural (rp_strbuf *out, const char *noun)
{
  static const char *const prepositions[] = { " of ", " outside " };
  size_t head = strlen (noun);
  for (size_t i = 0; i < sizeof prepositions / sizeof *prepositions; i++)
    {
      const char *found = strstr (noun, prepositions[i]);
      head = found && (size_t) (found - noun) < head ? (size_t) (found - noun) : head;
    }
  bool hisses
    = head && (noun[head - 1] == 's' || (head > 1 && !strncmp (noun + head - 2, "sh", 2)));
  rp_strbuf_add_bytes (out, noun, head);
  rp_strbuf_add (out, hisses ? "es" : "s");
  rp_strbuf_add (out, noun + head);
}

void
rp_phrase_count (rp_strbuf *out, uint64_t count, const char *noun)
{
  rp_strbuf_format (out, "%" PRIu64 " ", count);
  if (count == 1)
    rp_strbuf_add (out, noun);
  else
    add_plural (out, noun);
}

bool
rp_finding_is_access (const rp_finding *finding)
{
  return finding->rule == RP_RULE_RACE
         || finding->rule == RP_RULE_PERMISSION || finding->rule == RP_RULE_UNDECLARED_ACCESS
         || finding->rule == RP_RULE_UNCOVERED_SHARING;
}

uint32_t
rp_finding_accesses (const rp_finding *finding)
{
  return finding->waiting_count ? 0 : finding->access_count;
}

const rp_place *
rp_finding_place (const rp_finding *finding)
{
  static const rp_place unknown = { 0 };
  if (rp_finding_accesses (finding))
    return &finding->accesses[0].at;
  return finding->waiting_count ? &finding->waiting[0].at : &unknown;
}

bool
rp_phrase_is_explored (const rp_report *report)
{
  return report->method && !strcmp (report->method, "explore");
}

const char *
rp_phrase_scope (const rp_report *report)
{
  if (report->proof && rp_report_verdict (report) != RP_VERDICT_FINDINGS)
    return "for all values of the parameters, under all schedules";
  switch (rp_report_verdict (report))
    {
    case RP_VERDICT_RACE_FREE:
      return report->dependences.count
               ? "for this input, under all schedules that do the same in critical sections, locks and "
                 "atomic constructs"
               : "for this input, under all schedules";
    case RP_VERDICT_ONLY_SUPPRESSED:
      return "for this input, in this run, without what is suppressed";
    case RP_VERDICT_FINDINGS:
      return "for this input";
    case RP_VERDICT_UNDECIDED:
      if (report->unseen.count)
        return "for this input, as far as the program was seen";
      return rp_phrase_is_explored (report) ? "for this input, under the schedules explored"
                                            : "for this input, under the order of this run only";
    case RP_VERDICT_ERROR:
      break;
    }
  return "for this input, up to the error";
}
